import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import { readLayoutShift, watchLayoutShift } from "./layout-shift.ts";
import { expect, signInAsAdmin, signInAsMember, test } from "./test.ts";

const most = 0.05;
const answerMs = 500;
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

const slowAnswers = (page: Page) =>
  page.route("**/api/**", async (route) => {
    await setTimeout(answerMs);
    // The page may have been left.
    await route.continue().catch(() => {});
  });

/** @param loaded is there once the last answer is shown. */
async function expectToStay(page: Page, address: string, loaded: Locator): Promise<void> {
  await test.step(address, async () => {
    await page.goto("about:blank");
    await page.goto(`/#${address}`);
    await expect(loaded).toBeAttached();
    expect.soft(await readLayoutShift(page), address).toBeLessThan(most);
  });
}

const publicPaths = [
  paths.home,
  paths.about,
  paths.membership,
  paths.insights,
  paths.article("eis-seis-tax-schemes"),
  paths.calculator,
  paths.news,
  paths.founders,
  paths.contact,
  paths.login,
  paths.register,
  paths.privacy,
  "/no/such/page",
];

for (const size of sizes) {
  test(`Public pages stay still while answers take their time, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await watchLayoutShift(page);
    await slowAnswers(page);
    for (const path of publicPaths)
      await expectToStay(page, path, page.getByRole("main").getByRole("heading", { level: 1 }));
  });

  test(`An admin's first screen opens with Today and stays still, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await signInAsAdmin(page);
    const main = page.getByRole("main");
    await watchLayoutShift(page);
    await slowAnswers(page);
    await expectToStay(page, paths.members, main.getByRole("link", { name: /Loxa/ }).first());
    await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText("Today");
  });

  test(`An admin's long places stay still while their lists take their time, ${size.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signInAsAdmin(page);
    const main = page.getByRole("main");
    await watchLayoutShift(page);
    await slowAnswers(page);
    const pages: [address: string, loaded: Locator][] = [
      [adminPaths.people, main.getByRole("button", { name: "Find member" })],
      [adminPaths.companies, main.getByRole("button", { name: /^Edit / }).first()],
    ];
    for (const [address, loaded] of pages) {
      await expectToStay(page, address, loaded);
      await expect(loaded).toBeVisible();
      expect(await readLayoutShift(page), `${address} in the end`).toBeLessThan(most);
    }
  });

  test(`A member's pages stay still while answers take their time, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await signInAsMember(page, "/#/members?tab=investments&view=deals");
    const main = page.getByRole("main");
    const deal = await main.locator('a[href*="&deal="]').first().getAttribute("href");
    await watchLayoutShift(page);
    await slowAnswers(page);
    const pages: [address: string, loaded: Locator][] = [
      [paths.members, main.getByRole("link", { name: /Loxa/ }).first()],
      ["/members?tab=directory", main.getByRole("link", { name: /^View profile/ }).first()],
      [`${deal}`, main.getByRole("heading", { name: "Questions", exact: true })],
      [paths.myInvestments, main.getByRole("row", { name: /Saltmarsh Robotics/ }).first()],
      [paths.documents, main.getByText("Saltmarsh Robotics").first()],
      ["/members?tab=account", main.getByLabel("Full name")],
      ["/members?tab=account&view=statements", main.getByText("No admin has opened it.")],
    ];
    for (const [address, loaded] of pages) await expectToStay(page, address, loaded);
  });
}
