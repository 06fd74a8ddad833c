import { sampleAccounts } from "#server/sample/sample-club.ts";
import { failure, hold } from "./held.ts";
import { expect, expectToast, signIn, signInAsAdmin, signInAsMember, test } from "./test.ts";

test("A member sees the figures and three tabs but no admin tab, opens an investment, and changes tabs", {
  tag: "@main",
}, async ({ page }) => {
  await test.step("figures, three tabs, and an investment", async () => {
    await signInAsMember(page);
    const main = page.getByRole("main");
    for (const text of ["3", "Active Investments", "50+", "Club Members", "£100K+", "Total Deployed"]) {
      await expect(main.getByText(text, { exact: true })).toBeVisible();
    }
    const tabs = page.getByRole("navigation", { name: "Members area" }).getByRole("link");
    await expect(tabs).toHaveText(["Investments", "Member Directory", "Member Events"]);

    const cards = main.getByRole("link", { name: /Status: Active/ });
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
    const cards = page.getByRole("main").getByRole("link", { name: /Status: Active/ });
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
    await expect(announced).toHaveText("View Directory | Kindling");
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
    for (const search of ["?tab=admin", "?tab=shop", "?view=edit"]) {
      await page.goto(`/#/members${search}`);
      await expect(page.getByRole("heading", { name: "Our Investment Portfolio", exact: true })).toBeVisible();
      await expect(page).toHaveURL(/#\/members$/);
    }
    await page.goto("/#/members?tab=events&view=list");
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

test("A member sees six skeletons while the directory loads, searches it, and opens a profile at its own URL", async ({
  page,
}) => {
  await test.step("six skeletons while loading", async () => {
    const letThrough = await hold(page, /\/api\/member-profiles(\?|$)/);
    await signInAsMember(page, "/#/members?tab=directory");
    await expect(page.getByRole("status", { name: "Loading the directory" }).locator("> *")).toHaveCount(6);
    await letThrough();
    await expect(page.getByRole("link", { name: /^View profile/ }).first()).toBeVisible();
  });

  await test.step("a search, and a profile at its own URL", async () => {
    await page.getByRole("searchbox").fill("Figueroa");
    const cards = page.getByRole("main").getByRole("list").getByRole("listitem");
    await expect(page.getByRole("link", { name: /^View profile/ })).toHaveCount(1);
    await expect(cards.first()).toContainText("José Ignacio Figueroa");
    await page.getByRole("link", { name: /^View profile/ }).click();
    const panel = page.getByRole("dialog");
    await expect(panel).toContainText("José Ignacio Figueroa");
    await expect(page).toHaveURL(/member=/);
    await expect(page).toHaveTitle("José Ignacio Figueroa | Kindling");
    await page.reload();
    await expect(panel).toContainText("José Ignacio Figueroa");
    await expect(page).toHaveTitle("José Ignacio Figueroa | Kindling");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(page).toHaveTitle("View Directory | Kindling");
    await page.getByRole("searchbox").fill("nobody of this name");
    await expect(page.getByRole("heading", { name: "No members found", exact: true })).toBeVisible();
  });
});

test("A pending person sees a notice and the directory, and logs out", async ({ page }) => {
  await signIn(page, { email: "stephen@garside.example", password: sampleAccounts.member.password });
  await expect(page.getByText(/waiting for approval/)).toBeVisible();
  await page.getByRole("link", { name: "Member Directory" }).click();
  await expect(page.getByRole("link", { name: /^View profile/ }).first()).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("link", { name: "Member Zone" }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Invest in\s*Start-ups/);
});

test("A profile draft survives a reload, and an invalid link shows an error at its field", async ({ page }) => {
  await signIn(
    page,
    { email: "stephen@garside.example", password: sampleAccounts.member.password },
    "/#/members?tab=directory&view=submit",
  );
  await page.getByLabel("Full name").fill("Stephen Garside");
  await page.getByLabel(/^Website URL/).fill("garside");
  await page.getByRole("textbox", { name: /^Expertise/ }).fill(" Boats ");
  await page.getByRole("textbox", { name: /^Expertise/ }).press("Enter");
  await page.getByRole("textbox", { name: /^Expertise/ }).fill("boats");
  await page.getByRole("textbox", { name: /^Expertise/ }).press("Enter");
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Submit profile" }).click();
  await expect(page.getByLabel(/^Website URL/)).toHaveAccessibleDescription(/Invalid url/);
  await expect(page.getByLabel(/^Website URL/)).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue("Stephen Garside");
  await expect(page.getByLabel(/^Website URL/)).toHaveValue("garside");
  await expect(page.getByRole("button", { name: "Remove Boats" })).toBeVisible();
});

test.describe("When the server returns an error", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("the admin lists show the error", async ({ page }) => {
    const lists = [
      ["**/api/membership-requests*", "?tab=admin&view=requests", "Failed to fetch membership requests."],
      ["**/api/member-profile-submissions*", "?tab=directory&view=review", "Failed to fetch submissions."],
    ] as const;
    for (const [call] of lists) await page.route(call, (route) => route.fulfill(failure));
    await signInAsAdmin(page);
    for (const [, search, message] of lists) {
      await page.goto(`/#/members${search}`);
      await expectToast(page, message);
    }
  });
});
