import type { Page } from "@playwright/test";
import { paths } from "#shared/paths.ts";
import { expect, expectToFit, signInAsAdmin, signInAsMember, test } from "./test.ts";

test.use({ viewport: { width: 390, height: 844 } });
const inMainRun = { tag: "@main" };

const views = (...addresses: string[]) => addresses.map((address) => `/members?tab=${address}`);
const walks = [
  {
    who: "A visitor",
    signIn: undefined,
    addresses: [
      paths.home,
      paths.membership,
      paths.founders,
      paths.login,
      paths.register,
      paths.privacy,
      "/calculator",
    ],
  },
  {
    who: "A member",
    signIn: signInAsMember,
    addresses: views(
      "investments&view=deals",
      "investments&view=mine",
      "investments&view=documents",
      "investments&view=documents&part=export",
      "investments&view=documents&part=shown",
      "directory&view=list",
      "directory&view=introductions",
      "directory&view=edit",
      "events",
      "account&view=you",
    ),
  },
  {
    who: "An admin",
    signIn: signInAsAdmin,
    addresses: views("admin&view=deals", "directory&view=review", "admin&view=people", "events&view=places"),
  },
];

for (const { who, signIn, addresses } of walks) {
  test(
    `${who} reads text of twice the size on a phone without scrolling sideways, and reaches the menu`,
    inMainRun,
    async ({ page }) => {
      await signIn?.(page);
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.goto(`/#${address}`);
          await enlargeText(page);
          await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
          await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
          await expectToFit(page, address);
          await expect(page.getByRole("button", { name: "Open menu" })).toBeInViewport({ ratio: 1 });
        });
      }
      if (signIn === signInAsMember) {
        await page.goto(`/#${paths.myInvestments}`);
        await page
          .getByRole("table", { name: /^Your holdings/ })
          .getByRole("link")
          .first()
          .click();
        await enlargeText(page);
        await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
        await expectToFit(page, "a company that is held");
      }
      await page.getByRole("button", { name: "Open menu" }).click();
      const menu = page.getByRole("dialog", { name: "Menu" });
      // Below the places of who is signed in.
      await menu.getByRole("link", { name: "Insights" }).scrollIntoViewIfNeeded();
      await expect(menu.getByRole("link", { name: "Insights" })).toBeInViewport();
      expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    },
  );
}

const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
