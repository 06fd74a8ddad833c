import type { Page } from "@playwright/test";
import { failure, refusal } from "./held.ts";
import { expect, expectAccessible, expectToFit, signInAsMember, test } from "./test.ts";

const namesIn = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 3 });
const nobody = "01980000-0000-7000-8000-000000000000";

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
    await page.getByRole("dialog").getByRole("link", { name: "Members with expertise in Nordics" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
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

test("An empty directory invites the member to submit the first profile", async ({ page }) => {
  // The sample directory is never empty.
  await page.route(/\/api\/member-profiles(\?.*)?$/, (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  );
  await signInAsMember(page, "/#/members?tab=directory");
  await expect(page.getByRole("heading", { name: "No members found", exact: true })).toBeVisible();
  await expect(page.getByText("Be the first to create your profile!", { exact: true })).toBeVisible();
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
  for (let presses = 0; presses < 10; presses++) {
    if (await profile.evaluate((link) => link === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(profile).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Nils Åkerblom" })).toBeVisible();
  await expectAccessible(page.getByRole("dialog"));
  await expectToFit(page);
  await page.keyboard.press("Escape");
  await expect(profile).toBeFocused();
});

test.describe("A failed request", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("of the list or of a profile is reported and retried, and neither disturbs a member who types", async ({
    page,
  }) => {
    await test.step("the error is logged, the list is empty, and a button retries", async () => {
      const logged = page.waitForEvent("console", (message) => message.text().startsWith("query failed: "));
      await page.route("**/api/member-profiles*", (route) => route.fulfill(refusal));
      await signInAsMember(page, "/#/members?tab=directory");
      await expect(page.getByRole("heading", { name: "No members found", exact: true })).toBeVisible();
      expect((await logged).text()).toMatch(
        /^query failed: member-profiles\/list\/\{\} ApiError 503 internal_error Not just now\.$/,
      );
      await page.unroute("**/api/member-profiles*");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(namesIn(page)).toHaveCount(24);
    });

    await test.step("a profile that is not on the loaded page of the list opens at its own URL, on retrying if it did not load", async () => {
      const found = await (await page.request.get("/api/member-profiles?q=eleanor+marsh")).json();
      const { id } = found.items[0];
      await page.route(`**/api/member-profiles/${id}`, (route) => route.fulfill(failure));
      await page.goto(`/#/members?tab=directory&member=${id}`);
      await expect(page.getByRole("dialog", { name: "This profile did not load" })).toBeVisible();
      await page.unroute(`**/api/member-profiles/${id}`);
      await page.getByRole("button", { name: "Try again" }).click();
      const panel = page.getByRole("dialog", { name: "Eleanor Marsh" });
      await expect(panel).toContainText("I meet about three founders a week");
      const link = panel.getByRole("link", { name: /^LinkedIn/ });
      await expect(link).toHaveAttribute("href", "https://www.linkedin.example/in/eleanor-marsh");
      await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await expect(namesIn(page)).toHaveCount(24);
      await expect(namesIn(page).filter({ hasText: "Eleanor Marsh" })).toHaveCount(0);
      await expect(page).toHaveURL(/tab=directory$/);
    });

    await test.step("a hidden or deleted profile, or a malformed URL, is reported as not found", async () => {
      for (const id of [nobody, "me"]) {
        await page.goto(`/#/members?tab=directory&member=${id}`);
        const panel = page.getByRole("dialog", { name: "Profile not found" });
        await expect(panel).toContainText("It may have been taken out of the directory");
        if (id === nobody) await expectAccessible(panel);
        await panel.getByRole("button", { name: "Show the directory" }).click();
        await expect(panel).toBeHidden();
      }
    });

    await test.step("a member keeps typing while an earlier search is pending", async () => {
      await page.goto("/#/members?tab=directory");
      await expect(namesIn(page)).toHaveCount(24);
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/q=abern(&|$)/, async (route) => {
        await isAnswered;
        await route.continue().catch(() => {});
      });
      const asked = page.waitForRequest(/q=abern(&|$)/);
      await page.getByRole("searchbox").pressSequentially("abern");
      await asked;
      await expect(namesIn(page)).toHaveCount(24);
      await page.getByRole("searchbox").pressSequentially("athy ruth");
      await expect(namesIn(page)).toHaveText(["Dr Ruth Abernathy"]);
      answer();
      await expect(page.getByRole("searchbox")).toHaveValue("abernathy ruth");
    });
  });
});
