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
const views: readonly (readonly [search: string, first: (page: Page) => ReturnType<Page["getByRole"]>])[] = [
  ["tab=investments", (page) => page.getByRole("link", { name: /Status: Active/ })],
  ["tab=directory", (page) => page.getByRole("link", { name: /^View profile/ })],
  ["tab=directory&q=lindqvist+pricing", (page) => page.getByRole("link", { name: /^View profile/ })],
  ["tab=directory&view=edit", (page) => page.getByLabel("Full name")],
  ["tab=directory&view=submit", (page) => page.getByRole("heading", { name: /Submi/ }).nth(1)],
  ["tab=directory&view=review", (page) => page.getByRole("button", { name: "Approve" })],
  ["tab=events", (page) => page.getByText("Upcoming")],
  ["tab=admin", (page) => page.getByRole("row").nth(1)],
  ["tab=admin&view=requests", (page) => page.getByRole("button", { name: "Approve" })],
  ["tab=admin&view=import", (page) => page.getByLabel(/^Members, one per line/)],
  ["tab=admin&view=audit", (page) => page.getByRole("row").nth(1)],
];

const club = await runLargeClub(size);
const browser = await chromium.launch({
  executablePath: chromiumPath() ?? "chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});
const context = await browser.newContext({ baseURL: club.url });
await signIn(context);
const figures = [];
for (const [search, first] of views) {
  figures.push({
    view: search,
    fromEmptyPageMs: await medianOf(() => openAnew(search, first)),
    fromBesideMs: await medianOf(() => openFromBeside(search, first)),
  });
}
await browser.close();
await club.stop();
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

async function openAnew(search: string, first: (typeof views)[number][1]): Promise<number> {
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`/#/members?${search}`, { waitUntil: "commit" });
  await first(page).first().waitFor();
  const took = performance.now() - began;
  await page.close();
  return took;
}

async function openFromBeside(search: string, first: (typeof views)[number][1]): Promise<number> {
  const page = await context.newPage();
  await page.goto("/#/members?tab=account");
  await page.getByRole("heading", { name: "Password" }).first().waitFor();
  const began = performance.now();
  await page.goto(`/#/members?${search}`);
  await first(page).first().waitFor();
  const took = performance.now() - began;
  await page.close();
  return took;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measure());
  return Math.round(times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN);
}
