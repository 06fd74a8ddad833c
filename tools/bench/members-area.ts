import type { BrowserContext, Page } from "@playwright/test";
import { contextOfAdmin, launchBrowser } from "./support/browser.ts";
import type { BenchPart, Figure } from "./support/figure.ts";
import { runLargeClub } from "./support/large-club.ts";
import { median } from "./support/median.ts";

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

/** How long a view of the members area of a large club takes to show its first record. */
export const membersArea: BenchPart = {
  title: "Members area of 10,000 people: until a view shows its first record",
  async measure({ isQuick }) {
    // Times alone, which say nothing on a machine that does other things besides.
    if (isQuick) return [];
    const club = await runLargeClub(size);
    const browser = await launchBrowser();
    const figures: Figure[] = [];
    try {
      const context = await contextOfAdmin(browser, club.url);
      for (const [view, first] of views) {
        const anew = await medianOf(() => openAnew(context, view, first));
        figures.push({ name: `${view}, from an empty page`, value: anew, unit: "ms", goal: { atMost: goalMs } });
        const beside = await medianOf(() => openFromBeside(context, view, first));
        figures.push({ name: `${view}, from the view beside it`, value: beside, unit: "ms" });
      }
    } finally {
      await browser.close();
      await club.stop();
    }
    return figures;
  },
};

async function openAnew(context: BrowserContext, search: string, first: Sign): Promise<number> {
  const page = await context.newPage();
  await page.goto(`/#/members?${search}`, { waitUntil: "commit" });
  const took = await momentOf(page, first);
  await page.close();
  return took;
}

async function openFromBeside(context: BrowserContext, search: string, first: Sign): Promise<number> {
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
  return Math.round(median(times));
}
