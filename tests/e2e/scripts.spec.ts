import type { Page } from "@playwright/test";
import { paths } from "#shared/paths.ts";
import { scriptBudgets } from "../../scripts/page-weights.ts";
import { expect, signInAsAdmin, signInAsMember, test } from "./test.ts";

/** All scripts that a page asks for until it is quiet, the lazy ones too. */
async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) files.add(pathname);
  });
  await open();
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/app-")));
  await page.waitForLoadState("networkidle");
  return [...files];
}

const fitsInto = (scripts: string[], budget: number) =>
  expect(scripts.length, scripts.join("\n")).toBeLessThanOrEqual(budget);

test.describe("Few scripts for a page", { tag: "@main" }, () => {
  for (const path of [paths.home, paths.login, paths.register]) {
    test(`The page ${path} asks for few scripts`, async ({ page }) => {
      const scripts = await scriptsOf(page, () => page.goto(path));
      fitsInto(scripts, scriptBudgets.publicPage);
      // A form's schema comes to whoever enters the form.
      expect(scripts.join()).not.toContain("/schemas-");
    });
  }

  for (const [name, signIn] of [
    ["a member", signInAsMember],
    ["an admin", signInAsAdmin],
  ] as const) {
    test(`The first screen of ${name} asks for few scripts, and for more when a tab is pointed at`, async ({
      page,
    }) => {
      const tab = page.getByRole("main").getByRole("link", { name: "Member Events" });
      const scripts = await scriptsOf(page, async () => {
        await signIn(page);
        await expect(tab).toBeVisible();
      });
      fitsInto(scripts, scriptBudgets.firstScreen);
      const more = page.waitForRequest(/\/events-tab-[^/]*\.js$/);
      await tab.hover();
      await more;
    });
  }
});
