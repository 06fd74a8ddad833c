import type { Page } from "@playwright/test";
import { paths } from "#shared/paths.ts";
import { publicPagePaths } from "../support/public-page-paths.ts";
import { hold } from "./held.ts";
import { readLayoutShift, watchLayoutShift } from "./layout-shift.ts";
import { expect, expectAppToRun, expectToast, signInAsMember, test } from "./test.ts";

const pathsOfMainRun: string[] = [paths.home, paths.calculator];

for (const path of publicPagePaths) {
  const tag = pathsOfMainRun.includes(path) ? "@main" : [];
  test(`${path} paints before its fonts and the app load, without layout shift afterwards`, { tag }, async ({
    page,
  }) => {
    await watchLayoutShift(page);
    await page.setViewportSize({ width: 412, height: 823 });
    const letFontsThrough = await hold(page, /\.woff2$/);
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await letFontsThrough();
    await expectAppToRun(page);
    const { appStart, firstPaint, loadEnd } = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      const app = performance.getEntriesByType("resource").find(({ name }) => /\/assets\/app-[^/]*\.js$/.test(name));
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const firstPaint = paint?.startTime ?? 0;
      return { appStart: app?.startTime ?? 0, firstPaint, loadEnd: document?.loadEventEnd ?? 0 };
    });
    expect(firstPaint).toBeGreaterThan(0);
    // By then fonts, which replace the fallback here, and pictures of the first view have come.
    expect(loadEnd).toBeGreaterThan(0);
    expect(appStart).toBeGreaterThanOrEqual(loadEnd);
    expect(await readLayoutShift(page)).toBeLessThanOrEqual(0.01);
  });
}

test("The header turns solid on scroll before the app loads, also after a reload in mid-page", async ({ page }) => {
  const letThrough = await hold(page, /\/assets\/(?!boot)[^/]*\.js$/);
  const header = page.getByRole("banner");
  await page.goto(paths.home, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(header).not.toHaveClass(/is-solid/);
  await page.evaluate(() => window.scrollTo({ top: 50, behavior: "instant" }));
  await expect(header).not.toHaveClass(/is-solid/);
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: "instant" }));
  await expect(header).toHaveClass(/is-solid/);
  await page.reload({ waitUntil: "commit" });
  await expect(header).toHaveClass(/is-solid/);
  await letThrough();
  await expectAppToRun(page);
  await expect(header).toHaveClass(/is-solid/);
});

test("The members area shows its header before the app loads, and nothing of the home page", async ({ page }) => {
  await signInAsMember(page);
  const letThrough = await hold(page, /\/assets\/(?!boot)[^/]*\.js$/);
  await page.reload({ waitUntil: "commit" });
  const header = page.getByRole("banner");
  await expect(header).toHaveClass(/is-compact/);
  const boxes = async () => {
    const { y, height } = (await header.boundingBox()) ?? {};
    return { y, height, nav: await header.getByRole("navigation").boundingBox() };
  };
  const early = await boxes();
  await expect(header.getByRole("link", { name: "Join Now" })).toHaveCount(1);
  await expect(page.getByRole("main")).toBeHidden();
  await letThrough();
  await expect(page.getByRole("main")).toBeVisible();
  await expect(header.getByRole("button", { name: "Log out" })).toBeVisible();
  expect(await boxes()).toEqual(early);
});

test("A signed-in person does not see the sign-in form flash before the members area", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem(
      "session-snapshot",
      '{"session":{"expires_at":1,"user":{"id":"a","email":"a"}},"has_ended":false}',
    );
    document.addEventListener("DOMContentLoaded", () => {
      const heading = document.querySelector("h1");
      Object.assign(window, { wasShown: heading?.checkVisibility({ visibilityProperty: true }) });
    });
  });
  await page.goto(paths.login);
  expect(await page.evaluate(() => (window as { wasShown?: boolean }).wasShown)).toBe(false);
});

test("The app starts without an error object, for whose stack a browser parses the whole script again", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen = { isStarted: false, errors: [] as unknown[] };
    Object.assign(window, { seen });
    const note = (error: unknown) => {
      if (!seen.isStarted) seen.errors.push(String(error));
      return error as object;
    };
    window.Error = new Proxy(Error, {
      apply: (...call) => note(Reflect.apply(...call)),
      construct: (...call) => note(Reflect.construct(...call)),
    });
    const { parse } = JSON;
    JSON.parse = (...given) => {
      try {
        return parse(...given);
      } catch (error) {
        throw note(error);
      }
    };
    window.addEventListener("app:hydrating", () => {
      seen.isStarted = true;
    });
  });
  await page.goto(paths.home);
  await page.waitForFunction(() => (window as unknown as { seen: { isStarted: boolean } }).seen.isStarted);
  expect(await page.evaluate(() => (window as unknown as { seen: { errors: string[] } }).seen.errors)).toEqual([]);
});

test.describe("A visitor's input before the app has loaded", () => {
  const openDocument = async (page: Page, path: string) => {
    const letThrough = await hold(page, /\/assets\/(?!boot)[^/]*\.js$/);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    return async () => {
      await letThrough();
      await expectAppToRun(page);
    };
  };

  test("A newsletter e-mail typed before the app loads never enters the URL and is submitted afterwards", async ({
    page,
  }) => {
    const start = await openDocument(page, paths.home);
    await page.getByRole("textbox", { name: "Newsletter" }).fill("reader@castell.example");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/$/);
    await start();
    await expectToast(page, "Thank you for subscribing to our newsletter");
    await expect(page.getByRole("textbox", { name: "Newsletter" })).toHaveValue("");
    expect(page.url()).not.toContain("castell");
  });

  test("An amount and an option chosen before the app loads are used by the calculator", async ({ page }) => {
    const start = await openDocument(page, paths.calculator);
    await page.getByLabel("You invest").fill("8000");
    await page.getByRole("radio", { name: "Trial" }).check();
    await start();
    await expect(page.getByLabel("You invest")).toHaveValue(/8,?000/);
    await expect(page.getByRole("radio", { name: "Trial" })).toBeChecked();
    await expect(page).toHaveURL(/amount=8000&tier=Trial/);
  });

  test("Keyboard focus on a link stays once the app has loaded", async ({ page }) => {
    const start = await openDocument(page, paths.membership);
    for (let press = 0; press < 5; press++) await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    const name = await focused.textContent();
    expect(name).toBeTruthy();
    await start();
    await expect(focused).toHaveText(name ?? "");
  });

  test("An expanded question stays open once the app has loaded", async ({ page }) => {
    const start = await openDocument(page, paths.membership);
    const question = page.getByRole("group").filter({ hasText: "?" }).first();
    await question.locator("summary").click();
    await expect(question).toHaveAttribute("open");
    await start();
    await expect(question).toHaveAttribute("open");
  });

  test("Letters typed between two slices of the first render stay in their field", async ({ page }) => {
    await page.addInitScript(() => {
      const typed: string[] = [..."valuation"];
      const typeNext = () => {
        document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
        document.execCommand("insertText", false, typed.shift());
        if (typed.length > 0) setTimeout(typeNext);
      };
      window.addEventListener("app:hydrating", () => {
        // React yields when five milliseconds have passed, by sending itself a message: here after a piece of work or two.
        const now = performance.now.bind(performance);
        let ahead = 0;
        performance.now = () => {
          ahead += 2;
          return now() + ahead;
        };
        const { postMessage } = MessagePort.prototype;
        let slices = 0;
        MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
          Reflect.apply(postMessage, this, given);
          if (++slices !== 20) return;
          const isKnownToReact = Object.keys(document.querySelector("footer input") ?? {}).length > 0;
          Object.assign(window, { isTypedDuringIt: !isKnownToReact });
          typeNext();
        };
      });
    });
    await page.goto(paths.insights);
    await expectAppToRun(page);
    expect(await page.evaluate(() => (window as { isTypedDuringIt?: boolean }).isTypedDuringIt)).toBe(true);
    const search = page.getByRole("searchbox");
    await expect(search).toHaveValue("valuation");
    await expect(search).toBeFocused();
    await expect(page.getByRole("region", { name: "Articles" }).getByRole("link")).toHaveCount(3);
  });

  test("A click and a key press during the first render are not lost", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await page.addInitScript(() => {
      const { addEventListener } = EventTarget.prototype;
      let hasBegun = false;
      EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
        addEventListener.apply(this, given);
        // React listens to its element as soon as it is told what to draw there, and draws later.
        if (hasBegun || !(this instanceof Element) || this.id !== "root") return;
        hasBegun = true;
        queueMicrotask(() => {
          const field = document.querySelector<HTMLInputElement>("footer input");
          field?.focus();
          document.execCommand("insertText", false, "r");
          document.querySelector<HTMLButtonElement>("[aria-label='Open menu']")?.click();
        });
      };
    });
    await page.goto(paths.about);
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("textbox", { name: "Newsletter" })).toHaveValue("r");
  });
});
