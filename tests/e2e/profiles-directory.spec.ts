import type { Page } from "@playwright/test";
import { tabTo } from "./page-actions.ts";
import { expect, expectAccessible, expectToFit, signInAsMember, test } from "./test.ts";

const namesIn = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 });

test("A member searches, filters and reads the directory", { tag: "@main" }, async ({ page }) => {
  await test.step("finds a person regardless of accents, letter case and word order", async () => {
    await signInAsMember(page, "/#/members?tab=directory");
    await page.getByRole("searchbox").fill("FIGUEROA  madrid jose");
    await expect(namesIn(page)).toHaveText(["José Ignacio Figueroa"]);
    await expect(page).toHaveURL(/[?&]q=FIGUEROA\+\+madrid\+jose/);
    await expect(page.getByText("1 member", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("searchbox")).toHaveValue("FIGUEROA  madrid jose");
    await expect(namesIn(page)).toHaveText(["José Ignacio Figueroa"]);
  });

  await test.step("filters by skill and location, removes a filter, and restores it with Back", async () => {
    await page.goto("/#/members?tab=directory");
    const expertise = page.getByLabel("Expertise", { exact: true });
    await expect(page.getByText("The first 24 members, newest first")).toBeVisible();
    await expect(expertise.getByRole("option").nth(1)).toHaveText(/\(\d+\)$/);
    await expertise.selectOption("Fintech");
    await expect(namesIn(page)).toHaveText(["Vikram Sethuraman", "Nils Åkerblom", "Priya Raman"]);
    await page.getByLabel("Location", { exact: true }).selectOption("London");
    await expect(namesIn(page)).toHaveText(["Priya Raman"]);
    await expect(page).toHaveURL(/expertise=Fintech&location=London/);

    await page.getByRole("button", { name: "Remove Fintech" }).click();
    await expect(page.getByRole("searchbox")).toBeFocused();
    await expect(expertise).toHaveValue("");
    await expect(page).toHaveURL(/directory&location=London$/);
    await page.goBack();
    await expect(namesIn(page)).toHaveText(["Priya Raman"]);
    await page.goBack();
    await expect(page.getByText("3 members, newest first")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("The first 24 members, newest first")).toBeVisible();
  });

  await test.step("follows a skill on a card or in the panel to all members with that skill", async () => {
    await page.goto("/#/members?tab=directory&q=pritchard");
    await page.getByRole("link", { name: "Members with expertise in Agritech" }).click();
    await expect(page).toHaveURL(/expertise=Agritech/);
    await expect(page.getByRole("link", { name: "Members with expertise in Agritech" })).toHaveAttribute(
      "aria-current",
    );

    await page.goto("/#/members?tab=directory&q=akerblom");
    await page.getByRole("link", { name: "View profile of Nils Åkerblom" }).click();
    await expect(page).toHaveURL(/member=/);
    await expect(page).toHaveTitle("Nils Åkerblom, Member Directory | Kindling");
    await page.reload();
    await page
      .getByRole("dialog", { name: "Nils Åkerblom" })
      .getByRole("link", { name: "Members with expertise in Nordics" })
      .click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page).toHaveTitle("Member Directory | Kindling");
    await expect(page.getByRole("button", { name: "Remove Nordics" })).toBeVisible();
    await expect(namesIn(page)).toHaveText(["Nils Åkerblom"]);
  });

  await test.step("sees up to two initials, three skills with a count of the rest, and three lines of the bio on a card", async () => {
    await page.goto("/#/members?tab=directory&q=wieczorek");
    const card = page.getByRole("listitem").filter({ hasText: "Tomasz Wieczorek" });
    await expect(card.getByText("TW", { exact: true })).toBeVisible();
    await expect(card.getByRole("link", { name: /^Members with expertise in/ })).toHaveCount(3);
    await expect(card.getByText("+3 more", { exact: true })).toBeVisible();
    const bio = card.getByText("I came to Manchester in 2004");
    const lines = await bio.evaluate((element) => {
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      return {
        shown: Math.round(element.clientHeight / lineHeight),
        isCut: element.scrollHeight > element.clientHeight,
      };
    });
    expect(lines).toEqual({ shown: 3, isCut: true });
  });

  await test.step("sees the empty state for a search without results, and clears search and filters", async () => {
    await page.goto("/#/members?tab=directory&q=bicycle&expertise=Payments");
    await expect(page.getByRole("heading", { name: "No members found", exact: true })).toBeVisible();
    await expect(page.getByText("Be the first to create your profile!")).toHaveCount(0);
    await expectAccessible(page.getByRole("main"));
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expect(page.getByRole("searchbox")).toBeFocused();
    await expect(page.getByRole("searchbox")).toHaveValue("");
    await expect(namesIn(page)).toHaveCount(24);
  });

  await test.step("sees the newest members first, and loads more below them", async () => {
    await expect(namesIn(page)).toHaveCount(24);
    const names = await namesIn(page).allTextContents();
    const ofTwo = ["José Ignacio Figueroa", "Dr Ruth Abernathy"];
    expect(names.filter((name) => ofTwo.includes(name))).toEqual(ofTwo);
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(namesIn(page).filter({ hasText: "Eleanor Marsh" })).toBeVisible();
  });
});

test("A member searches, filters and reads the directory with the keyboard alone on a narrow phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAsMember(page, "/#/members?tab=directory");
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("payments");
  await expect(namesIn(page).first()).toHaveText("Grace Wanjiru Mwangi");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Filters" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Regul");
  await expect(page.getByLabel("Expertise", { exact: true })).toHaveValue("Regulation");
  await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  await expect(namesIn(page)).toHaveText(["Nils Åkerblom"]);
  const profile = page.getByRole("link", { name: "View profile of Nils Åkerblom" });
  await tabTo(profile);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Nils Åkerblom" })).toBeVisible();
  await expectAccessible(page.getByRole("dialog"));
  await expectToFit(page);
  await page.keyboard.press("Escape");
  await expect(profile).toBeFocused();
});
