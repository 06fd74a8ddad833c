import type { Page } from "@playwright/test";
import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import { expect, signInAsAdmin, signInAsMember, test } from "./test.ts";

/** Opens the second record of a list by keyboard, and comes back in both ways. */
async function expectFocusBack(page: Page, address: string, table: RegExp): Promise<void> {
  await test.step(address, async () => {
    await page.goto(`/#${address}`);
    const main = page.getByRole("main");
    const link = main.getByRole("table", { name: table }).getByRole("row").nth(2).getByRole("link").first();
    const back = main.locator(".back-link").getByRole("link");
    await link.focus();
    await link.press("Enter");
    await expect(back).toBeVisible();
    await expect(link).toHaveCount(0);
    await page.goBack();
    await expect(link).toBeFocused();
    await link.press("Enter");
    await back.press("Enter");
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
  });
}

test("After Back from a record to a list of a member the focus is on the link that led to it", async ({ page }) => {
  await signInAsMember(page);
  await expectFocusBack(page, paths.myInvestments, /^Your holdings/);
  await expectFocusBack(page, paths.openDeals, /^Deals, with their terms/);
});

test("After Back from a record to a list of an admin the focus is on the link that led to it", async ({ page }) => {
  await signInAsAdmin(page);
  await expectFocusBack(page, adminPaths.people, /^People, newest first/);
  await expectFocusBack(page, adminPaths.companies, /^Companies of which members hold shares/);
  await expectFocusBack(page, adminPaths.deals, /^Deals that are running/);
  await expectFocusBack(page, adminPaths.enquiries, /^Enquiries/);
});
