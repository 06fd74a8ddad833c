import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { chromiumPath } from "#tests/support/chromium.ts";
import { runLargeClub } from "./support/large-club.ts";

/**
 * How long a view of the members area of a large club takes to show its first record, from an empty page and from the
 * view beside it: prints medians of three, and fails above the goal. `npm run bench:members-area`
 */
const size = { members: 10_000, submissions: 1000, invitations: 5000 };
const goalMs = 1000;
const runs = 3;
const views: readonly (readonly [search: string, first: Sign])[] = [
  ["tab=investments", { selector: "main a", text: "Status: Active" }],
  ["tab=directory", { selector: "main a", text: "^View profile" }],
  ["tab=directory&q=lindqvist+pricing", { selector: "main a", text: "^View profile" }],
  ["tab=directory&view=edit", { selector: "main label", text: "^Full name" }],
  ["tab=directory&view=submit", { selector: "main h3, main label", text: "^(Submission Already Exists|Full name)" }],
  ["tab=directory&view=review", { selector: "main button", text: "^Approve" }],
  ["tab=events", { selector: "main li", text: "Upcoming" }],
  ["tab=admin", { selector: "main tbody tr", text: "Unused" }],
  ["tab=admin&view=requests", { selector: "main button", text: "^Approve" }],
  ["tab=admin&view=import", { selector: "main label", text: "^Members, one per line" }],
  ["tab=admin&view=audit", { selector: "main tbody tr", text: "registered" }],
];

/** What stands in the page once its first record is there. */
interface Sign {
  selector: string;
  /** A regular expression. */
  text: string;
}

const club = await runLargeClub(size);
const browser = await chromium.launch({
  executablePath: chromiumPath() ?? "chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});
const context = await browser.newContext({ baseURL: club.url });
const figures: { view: string; fromEmptyPageMs: number; fromBesideMs: number }[] = [];
try {
  await signIn(context);
  for (const [view, first] of views) {
    const fromEmptyPageMs = await medianOf(() => openAnew(view, first));
    figures.push({ view, fromEmptyPageMs, fromBesideMs: await medianOf(() => openFromBeside(view, first)) });
  }
} finally {
  await browser.close();
  await club.stop();
}
console.table(figures);
const slow = figures.filter(({ fromEmptyPageMs }) => fromEmptyPageMs > goalMs);
if (slow.length > 0) {
  console.error(`Slower than ${goalMs} ms: ${slow.map(({ view }) => view).join(", ")}`);
  process.exit(1);
}

async function signIn(signedIn: BrowserContext): Promise<void> {
  const answer = await signedIn.request.post("/api/auth/sign-in/email", {
    data: sampleAccounts.admin,
    headers: { origin: club.url },
  });
  if (!answer.ok()) throw new Error(`The admin could not sign in: ${answer.status()}`);
}

async function openAnew(search: string, first: Sign): Promise<number> {
  const page = await context.newPage();
  await page.goto(`/#/members?${search}`, { waitUntil: "commit" });
  const took = await momentOf(page, first);
  await page.close();
  return took;
}

async function openFromBeside(search: string, first: Sign): Promise<number> {
  const page = await context.newPage();
  await page.goto("/#/members?tab=account");
  await momentOf(page, { selector: "main h2, main h3", text: "^Password" });
  const began = await page.evaluate((address) => {
    const now = performance.now();
    location.hash = address;
    return now;
  }, `/members?${search}`);
  const took = (await momentOf(page, first)) - began;
  await page.close();
  return took;
}

/** Looked for before every frame, and told in the page's own time, from the start of its navigation. */
async function momentOf(page: Page, sign: Sign): Promise<number> {
  const found = await page.waitForFunction(
    ({ selector, text }) =>
      [...document.querySelectorAll(selector)].some(({ textContent }) => new RegExp(text).test(textContent ?? "")) &&
      performance.now(),
    sign,
    { polling: "raf" },
  );
  return Number(await found.jsonValue());
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measure());
  return Math.round(times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN);
}
