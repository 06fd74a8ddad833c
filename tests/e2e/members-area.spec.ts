import { hold } from "./held.ts";
import { expect, signInAsAdmin, signInAsMember, test } from "./test.ts";

const views = [
  ["?tab=investments", "Our Investment Portfolio", "Overview"],
  ["?tab=directory", "Member Directory", "Member Directory"],
  ["?tab=directory&view=edit", "Edit Profile", "Edit Profile"],
  ["?tab=directory&view=submit", "Submit Profile", "Submit Profile"],
  ["?tab=directory&view=review", "Profiles to Review", "Profiles to Review"],
  ["?tab=events", "Member Events", "Member Events"],
  ["?tab=admin", "Today", "Today"],
  ["?tab=admin&view=enquiries", "Enquiries", "Enquiries"],
  ["?tab=admin&view=deals", "Deals", "Deals"],
  ["?tab=admin&view=companies", "Companies", "Companies"],
  ["?tab=admin&view=money", "Money", "Money"],
  ["?tab=admin&view=invitations", "Manage Invitations", "Manage Invitations"],
  ["?tab=admin&view=requests", "Membership Requests", "Membership Requests"],
  ["?tab=admin&view=import", "Bulk Import Members", "Bulk Import Members"],
  ["?tab=admin&view=data", "Data Requests", "Data Requests, Records"],
  ["?tab=admin&view=audit", "Audit", "Audit, Records"],
  ["?tab=account", "You", "You, Account"],
  ["?tab=account&view=notices", "Notices", "Notices, Account"],
] as const;

test("An admin opens every tab and sub-tab at its own URL", { tag: "@main" }, async ({ page }) => {
  await signInAsAdmin(page);
  for (const [search, heading, title] of views) {
    await test.step(title, async () => {
      await page.goto(`/#/members${search}`);
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Kindling`);
    });
  }
});

test("A member sees the figures and three tabs but no admin tab, opens an investment, and changes tabs", {
  tag: "@main",
}, async ({ page }) => {
  await test.step("figures, three tabs, and an investment", async () => {
    await signInAsMember(page);
    const main = page.getByRole("main");
    // Counted: other journeys complete deals, each of which adds a company.
    await expect(main.locator(".member-stats .value").first()).toHaveText(/^[1-9]\d*$/);
    for (const text of ["Active Investments", "50+", "Club Members", "£100K+", "Total Deployed"]) {
      await expect(main.getByText(text, { exact: true })).toBeVisible();
    }
    const tabs = page.getByRole("navigation", { name: "Members area" }).getByRole("link");
    await expect(tabs).toHaveText(["Investments", "Member Directory", "Member Events"]);

    // The list also has cards of deals that other journeys complete.
    const cards = main.getByRole("link", { name: /(Propane|Loxa|Pandektes).*Status: Active/ });
    await expect(cards).toHaveCount(3);
    await cards.filter({ hasText: "Loxa" }).click();
    await expect(page).toHaveURL(/#\/members\/investments\/loxa$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Loxa");
    await page.goBack();
    await expect(cards).toHaveCount(3);

    await expect(main.getByText("Admin Access")).toHaveCount(0);
  });

  await test.step("the portfolio shows three cards with logo, name, website and status", async () => {
    await expect(page.getByRole("heading", { name: "Our Investment Portfolio", exact: true })).toBeVisible();
    const cards = page.getByRole("main").getByRole("link", { name: /(Propane|Loxa|Pandektes).*Status: Active/ });
    for (const slug of ["propane", "loxa", "pandektes"]) {
      const card = cards.and(page.locator(`[href$="/members/investments/${slug}"]`));
      await expect(card).toContainText(`${slug}.example`);
      const logo = card.locator("img");
      await expect(logo).toBeVisible();
      await expect(logo).toHaveAttribute("src", `/logos/${slug}.svg`);
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(40);
    }
    await expect(cards).toHaveCount(3);
  });

  await test.step("a tab change is announced, updates the URL, and can be undone with Back", async () => {
    const tabs = page.getByRole("navigation", { name: "Members area" });
    await tabs.getByRole("link", { name: "Member Events" }).click();
    await expect(page).toHaveURL(/#\/members\?tab=events$/);
    const announced = page.getByRole("status").filter({ hasText: "| Kindling" });
    await expect(announced).toHaveText("Member Events | Kindling");
    await expect(tabs.getByRole("link", { name: "Member Events" })).toBeFocused();
    await tabs.getByRole("link", { name: "Member Directory" }).click();
    await expect(announced).toHaveText("Member Directory | Kindling");
    await page.getByRole("link", { name: "Submit Profile" }).click();
    await expect(page).toHaveURL(/tab=directory&view=submit$/);
    await expect(announced).toHaveText("Submit Profile | Kindling");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Member Directory", exact: true })).toBeVisible();
  });

  await test.step("a URL that a member may not open is replaced by the URL of the shown tab", async () => {
    await page.goto("/#/members?tab=events");
    await page.goto("/#/members?tab=directory&view=review");
    await expect(page.getByRole("heading", { name: "Member Directory", exact: true })).toBeVisible();
    await expect(page).toHaveURL(/#\/members\?tab=directory$/);
    await page.goBack();
    await expect(page).toHaveURL(/#\/members\?tab=events$/);
  });
});

test("An admin's URL is kept when the cached session snapshot is a member's", async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto("about:blank");
  const letThrough = await hold(page, "**/api/session");
  await page.addInitScript(() => {
    const key = "session-snapshot";
    const kept = localStorage.getItem(key);
    if (kept) localStorage.setItem(key, kept.replace('"admin"', '"member"'));
  });
  await page.goto("/#/members?tab=admin&view=audit");
  await expect(page.getByRole("heading", { name: "Our Investment Portfolio", exact: true })).toBeVisible();
  await letThrough();
  await expect(page.getByRole("heading", { name: "Audit", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?tab=admin&view=audit$/);
});

test("A member sees six skeletons while the directory loads", async ({ page }) => {
  const letThrough = await hold(page, /\/api\/member-profiles(\?|$)/);
  await signInAsMember(page, "/#/members?tab=directory");
  await expect(page.getByRole("status", { name: "Loading the directory" }).locator("> *")).toHaveCount(6);
  await letThrough();
  await expect(page.getByRole("link", { name: /^View profile/ }).first()).toBeVisible();
});

test("The keyboard goes through the bar above as it is seen, and then to the head and the tabs", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsMember(page);
  await expect(page.getByRole("banner").getByRole("button", { name: "Log out" })).toBeVisible();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left } = element.getBoundingClientRect();
      return { left, isInBar: element.closest("header") !== null, words: (element.textContent ?? "").trim() };
    });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Tab");
  expect((await focused()).words).toBe("Skip to the content");
  const lefts: number[] = [];
  await page.keyboard.press("Tab");
  for (let at = await focused(); at.isInBar; at = await focused()) {
    lefts.push(at.left);
    await page.keyboard.press("Tab");
  }
  expect(lefts.length).toBeGreaterThan(8);
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
  expect((await focused()).words).toBe("Account");
  await page.keyboard.press("Tab");
  expect((await focused()).words).toBe("Investments");
});
