import { type Browser, chromium, type Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { chromiumFlags, chromiumPath } from "#tests/support/chromium.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { BenchPart, Figure } from "../support/figure.ts";
import { fillPortfolio, lots } from "../support/fill-portfolio.ts";
import { median } from "../support/samples.ts";

const runs = 5;
const slowedTimes = 4;
const address = "/#/members?tab=investments&view=mine";

/** How a member with 200 holdings opens My Investments and uses it, on a processor that is slowed four times. */
export const portfolio: BenchPart = {
  title: `My Investments with ${lots} holdings`,
  measure: async () => {
    // The browser starts first: if it fails, no app process is left behind.
    const browser = await chromium.launch({ executablePath: chromiumPath() ?? "chromium", args: [...chromiumFlags] });
    try {
      const app = await runApp();
      try {
        await fillPortfolio(app.db, sampleAccounts.member.email);
        const samples: Sample[] = [];
        for (let run = 0; run < runs; run++)
          samples.push({ [emptyPage]: await openEmpty(browser, app.url), ...(await openOnce(browser, app.url)) });
        return figuresOf(samples);
      } finally {
        await app.stop();
      }
    } finally {
      await browser.close();
    }
  },
};

/** Milliseconds since the address was opened, or from a press to the next paint. */
type Sample = Record<string, number>;

const goals: Record<string, number> = { "first content": 500 };
const interactionGoal = 100;
/** Tells a slow machine from a slow page: no page of the app can be faster. */
const emptyPage = "first content of an empty page";

const figuresOf = (samples: readonly Sample[]): Figure[] =>
  Object.keys(samples[0] ?? {}).map((name) => {
    const value = median(samples.map((sample) => sample[name] ?? Number.NaN));
    const atMost = name.startsWith("press") ? interactionGoal : goals[name];
    return { name, value, unit: "ms", ...(atMost !== undefined && { goal: { atMost } }) };
  });

async function openEmpty(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(`${url}/healthz`);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const first = await firstContent(page);
  await context.close();
  return first;
}

async function openOnce(browser: Browser, url: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const before = await context.newPage();
  await before.request.post(`${url}/api/auth/sign-in/email`, { data: sampleAccounts.member });
  // The visit has files that the browser caches, as all but the first. It is in a tab of its own, which is gone before the
  // measured one begins: leaving a page takes time too.
  await before.goto(url + address);
  await before.getByRole("heading", { name: "By sector, at cost" }).waitFor();
  await before.close();
  const page = await context.newPage();
  await page.waitForTimeout(2000);
  await slowDown(page);
  await page.goto(url + address);
  await page.locator(".own-figures dd.own-figure").first().waitFor();
  const figures = await page.evaluate(() => performance.now());
  await page.getByRole("heading", { name: "By sector, at cost" }).waitFor();
  const all = await page.evaluate(() => performance.now());
  const first = await firstContent(page);
  await watchPresses(page);
  const press = async (name: RegExp) => {
    const button = page.getByRole("button", { name }).first();
    await button.scrollIntoViewIfNeeded();
    const { x, y } = (await button.boundingBox()) ?? { x: Number.NaN, y: Number.NaN };
    // By the mouse: the test library's own click asks the page where it hit, which would be measured with it.
    await page.mouse.move(x + 8, y + 8);
    await slowest(page);
    await page.mouse.down();
    await page.mouse.up();
    return slowest(page);
  };
  const sample = {
    "first content": first,
    "figures shown": figures,
    "all parts shown": all,
    "press As a table, of values": await press(/^As a table Value/),
    "press All lots": await press(/^All \d+ lots/),
    "press As a table, of dates": await press(/^As a table Tax/),
  };
  await context.close();
  return sample;
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowedTimes });
}

const firstContent = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);

declare global {
  interface Window {
    presses: number[];
  }
}

const watchPresses = (page: Page) =>
  page.evaluate(() => {
    window.presses = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0) window.presses.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });

/** From the press to the next paint, in steps of 8 ms; 0 for less than 16. */
const slowest = async (page: Page): Promise<number> => {
  await page.waitForTimeout(1500);
  return page.evaluate(() => Math.max(0, ...window.presses.splice(0)));
};
