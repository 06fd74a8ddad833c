import { sampleAccounts } from "#server/sample/sample-club.ts";
import {
  expect,
  expectAccessible,
  expectToast,
  expectToFit,
  signIn,
  signInAsAdmin,
  signInAsMember,
  test,
} from "./test.ts";

const views = [
  ["?tab=investments", "Our Investment Portfolio"],
  ["?tab=directory", "Member Directory"],
  ["?tab=directory&view=edit", "Edit Profile"],
  ["?tab=directory&view=submit", "Submit Profile"],
  ["?tab=directory&view=review", "Profiles to Review"],
  ["?tab=events", "Member Events"],
  ["?tab=admin", "Manage Invitations"],
  ["?tab=admin&view=requests", "Membership Requests"],
  ["?tab=admin&view=import", "Bulk Import Members"],
  ["?tab=admin&view=data", "Data Requests"],
  ["?tab=admin&view=audit", "Audit"],
  ["?tab=account", "Account"],
] as const;

test("An admin finds every tab and sub-tab at an address of its own, usable on a narrow phone", async ({ page }) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page);
  for (const [search, heading] of views) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/#/members${search}`);
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(
      /^(Investments|View Directory|Edit Profile|Submit Profile|Profiles to Review|Member Events|Manage Invitations|Membership Requests|Bulk Import Members|Data Requests|Audit|Account) \| Kindling$/,
    );
    await expect(page.getByRole("main").getByRole("status", { name: /loading/i })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectToFit(page, search);
  }
});

test("A member sees the figures, three tabs and no trace of the admin's", async ({ page }) => {
  await signInAsMember(page);
  const main = page.getByRole("main");
  for (const text of ["3", "Active Investments", "50+", "Club Members", "£100K+", "Total Deployed"]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
  const tabs = page.getByRole("navigation", { name: "Members area" }).getByRole("link");
  await expect(tabs).toHaveText(["Investments", "Member Directory", "Member Events"]);
  await page.goto("/#/members?tab=admin");
  await expect(page.getByRole("heading", { name: "Our Investment Portfolio" })).toBeVisible();
  await expect(main.getByText("Admin Access")).toHaveCount(0);
  await page.goto("/#/members?tab=directory&view=review");
  await expect(page.getByRole("heading", { name: "Member Directory" })).toBeVisible();
});

test("A member opens an investment, and is told of one that is not there", async ({ page }) => {
  await signInAsMember(page);
  const cards = page.getByRole("main").getByRole("link", { name: /Status: Active/ });
  await expect(cards).toHaveCount(3);
  await cards.filter({ hasText: "Loxa" }).click();
  await expect(page).toHaveURL(/#\/members\/investments\/loxa$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Loxa");
  await expectAccessible(page);
  await page.goBack();
  await expect(cards).toHaveCount(3);
});

test("A member searches the directory and reads a profile at its own address", async ({ page }) => {
  await signInAsMember(page);
  await page.goto("/#/members?tab=directory");
  await page.getByRole("searchbox").fill("Figueroa");
  const cards = page.getByRole("main").getByRole("list").getByRole("listitem");
  await expect(page.getByRole("link", { name: /^View profile/ })).toHaveCount(1);
  await expect(cards.first()).toContainText("José Ignacio Figueroa");
  await page.getByRole("link", { name: /^View profile/ }).click();
  const panel = page.getByRole("dialog");
  await expect(panel).toContainText("José Ignacio Figueroa");
  await expect(page).toHaveURL(/member=/);
  await expectAccessible(page);
  await page.reload();
  await expect(panel).toContainText("José Ignacio Figueroa");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await page.getByRole("searchbox").fill("nobody of this name");
  await expect(page.getByRole("heading", { name: "No members found" })).toBeVisible();
});

test("A pending person sees a notice and the directory, a rejected one a notice and nothing else", async ({ page }) => {
  await signIn(page, { email: "stephen@garside.example", password: sampleAccounts.member.password });
  await expect(page.getByText(/waiting for approval/)).toBeVisible();
  await page.getByRole("link", { name: "Member Directory" }).click();
  await expect(page.getByRole("link", { name: /^View profile/ }).first()).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("link", { name: "Member Zone" }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Invest in\s*Start-ups/);

  await page.goto("/#/login");
  await page.getByLabel("Email").first().fill("gordon@trimble.example");
  await page.getByLabel("Password", { exact: true }).fill(sampleAccounts.member.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Your membership was not approved")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Members area" })).toHaveCount(0);
  await expectAccessible(page);
});

test("A draft of a profile survives a reload, and a wrong link is named at its field", async ({ page }) => {
  await signIn(page, { email: "stephen@garside.example", password: sampleAccounts.member.password });
  await page.goto("/#/members?tab=directory&view=submit");
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

test("The directory shows six skeletons until it is there", async ({ page }) => {
  await signInAsMember(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/member-profiles?**", async (route) => {
    await asked;
    await route.continue();
  });
  await page.route("**/api/member-profiles", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/#/members?tab=directory");
  await expect(page.getByRole("status", { name: "Loading the directory" }).locator("> *")).toHaveCount(6);
  answer();
  await expect(page.getByRole("link", { name: /^View profile/ }).first()).toBeVisible();
});

test.describe("When the server cannot be reached", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("the directory is empty and offers another try", async ({ page }) => {
    await signInAsMember(page);
    await page.route("**/api/member-profiles*", (route) => route.abort());
    await page.goto("/#/members?tab=directory");
    await expect(page.getByRole("heading", { name: "No members found" })).toBeVisible();
    await page.unroute("**/api/member-profiles*");
    await page.getByRole("button", { name: /try again|retry/i }).click();
    await expect(page.getByRole("link", { name: /^View profile/ }).first()).toBeVisible();
  });

  test("an admin's lists say what failed", async ({ page }) => {
    await signInAsAdmin(page);
    const lists = [
      ["**/api/invitations*", "?tab=admin", "Failed to fetch invitations."],
      ["**/api/membership-requests*", "?tab=admin&view=requests", "Failed to fetch membership requests."],
      ["**/api/member-profile-submissions*", "?tab=directory&view=review", "Failed to fetch submissions."],
    ] as const;
    for (const [call, search, message] of lists) {
      await page.route(call, (route) => route.abort());
      await page.goto("/#/");
      await page.reload();
      await page.goto(`/#/members${search}`);
      await expectToast(page, message);
    }
  });
});
