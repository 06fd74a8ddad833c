import type { Page } from "@playwright/test";
import { paths } from "#shared/paths.ts";
import { hold } from "./held.ts";
import { expect, expectAppToRun, expectToast, test } from "./test.ts";

const slowdown = 4;

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const scrollTo = (page: Page, top: number) =>
  page.evaluate((wanted) => window.scrollTo({ top: wanted, behavior: "instant" }), top);

/**
 * Opens a page on a slow phone, to which the line has brought no script of the app yet.
 * @returns lets the app come, and waits until it runs.
 */
async function openDocument(page: Page, path: string) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const letThrough = await hold(page, /\/assets\/(?!boot)[^/]*\.js$/);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return async () => {
    await letThrough();
    await expectAppToRun(page);
  };
}

test.describe("Before the app has loaded on a slow phone", () => {
  test.use({ viewport: { width: 375, height: 700 }, allowedNoise: [/Failed to load resource.*400/] });

  test("Every typed letter stays in its field before the app has loaded", async ({ page }) => {
    const start = await openDocument(page, paths.insights);
    const search = page.getByRole("searchbox");
    const field = await search.elementHandle();
    await search.pressSequentially("valu");
    const started = start();
    await search.pressSequentially("ation", { delay: 30 });
    await started;
    await expect(search).toHaveValue("valuation");
    await expect(search).toBeFocused();
    expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
    await expect(page.getByRole("region", { name: "Articles" }).getByRole("link")).toHaveCount(3);
  });

  test("Three presses on Next card advance three cards before the app has loaded", async ({ page }) => {
    const start = await openDocument(page, paths.home);
    const carousel = page.getByRole("region", { name: "What the club stands for" });
    const next = carousel.getByRole("button", { name: "Next card" });
    for (let press = 0; press < 3; press++) await next.click();
    await start();
    const card = (place: string) => carousel.locator(`article[aria-label="${place}"]`);
    await expect(card("4 of 5")).toHaveAttribute("aria-hidden", "false");
    await expect(card("2 of 5")).toHaveAttribute("aria-hidden", "true");
  });

  test("The menu opens and stays open once the app loads", async ({ page }) => {
    const start = await openDocument(page, paths.about);
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    await start();
    await expect(menu).toBeVisible();
    await menu.getByRole("button", { name: "Close menu" }).click();
    await expect(menu).toBeHidden();
  });

  test("Pressing Sign in before the app has loaded submits the credentials, and never in the URL", async ({ page }) => {
    const start = await openDocument(page, paths.login);
    await page.getByLabel("Email", { exact: true }).fill("nobody@castell.example");
    await page.getByLabel("Password", { exact: true }).fill("wrong horse");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/login$/);
    const answered = page.waitForResponse("**/api/auth/sign-in/email");
    await start();
    expect((await answered).request().postDataJSON()).toEqual({
      email: "nobody@castell.example",
      password: "wrong horse",
    });
    await expectToast(page, "Login failed");
  });

  test("Input in the registration form before the app has loaded stays and is validated", async ({ page }) => {
    const start = await openDocument(page, paths.register);
    await page.getByLabel("Invitation code").pressSequentially("KLM");
    await page.getByLabel("Email", { exact: true }).pressSequentially("nobody@castell.example");
    await start();
    await expect(page.getByLabel("Invitation code")).toHaveValue("KLM");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("nobody@castell.example");
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Invitation code")).not.toHaveAttribute("aria-invalid", "true");
  });

  test("A page opens at its anchor, and a reader who scrolled on stays in position once the app loads", async ({
    page,
  }) => {
    const start = await openDocument(page, `${paths.membership}#faq`);
    const faq = page.locator("#faq");
    await expect(faq).toBeInViewport();
    await page.waitForLoadState();
    await page.evaluate(() => document.fonts.ready);
    expect(await faq.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(60);
    await scrollTo(page, 1500);
    await start();
    await expect(page).toHaveURL(/\/#\/membership#faq$/);
    expect(await scrolled(page)).toBe(1500);
  });

  test("A navigation to another page completes although the app has not loaded", async ({ page }) => {
    const start = await openDocument(page, paths.home);
    await page.evaluate(() => window.location.assign("#/contact"));
    await start();
    await expect(page).toHaveTitle(/^Contact/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ask us first");
  });

  for (const path of [paths.terms, paths.membership]) {
    test(`Reloading ${path} restores the scroll position`, async ({ page }) => {
      const start = await openDocument(page, path);
      await page.waitForLoadState();
      await scrollTo(page, 1200);
      await page.reload({ waitUntil: "commit" });
      await expect.poll(() => scrolled(page)).toBe(1200);
      await start();
      expect(await scrolled(page)).toBe(1200);
      await page.reload();
      await expectAppToRun(page);
      await expect.poll(() => scrolled(page)).toBe(1200);
    });
  }
});
