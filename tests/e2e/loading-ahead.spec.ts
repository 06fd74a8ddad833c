import type { Page } from "@playwright/test";
import { hold } from "./held.ts";
import { expect, signInAsAdmin, signInAsMember, test } from "./test.ts";

const profiles = (page: Page) => page.getByRole("main").getByRole("link", { name: /^View profile/ });
const link = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("link", { name }).first();

declare global {
  interface Window {
    hasShownLoading: boolean;
  }
}

/** Records whether a skeleton or spinner was ever in the page. */
async function watchForLoading(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.hasShownLoading = false;
    new MutationObserver(() => {
      if (document.querySelector(".skeleton, .page-loading")) window.hasShownLoading = true;
    }).observe(document.body, { childList: true, subtree: true });
  });
}

const hasShownLoading = (page: Page) => page.evaluate(() => window.hasShownLoading);

const adminStops = [
  [/^Member Directory/, "Member Directory"],
  ["Edit Profile", "Edit Profile"],
  ["Submit Profile", "Submit Profile"],
  [/^Profiles to Review/, "Profiles to Review"],
  ["Member Events", "Member Events"],
  [/^Admin( \d+ waiting)?$/, "Today"],
  [/^Membership Requests/, "Membership Requests"],
  ["Bulk Import Members", "Bulk Import Members"],
  [/^Records/, "Audit"],
  [/^Data Requests/, "Data Requests"],
  // The last part of the account page that loads by itself.
  ["Account", "Appearance"],
  ["Investments", "Our Investment Portfolio"],
] as const;

test("Visited tabs reopen from the cache without loading, even hours later", async ({ page }) => {
  await page.clock.install();
  await signInAsAdmin(page);
  const goThrough = async () => {
    for (const [name, heading] of adminStops) {
      await link(page, name).click();
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
      await expect(page.locator(".skeleton")).toHaveCount(0);
    }
  };
  await goThrough();
  await page.clock.fastForward("03:00:00");
  const letThrough = await hold(page, /\/api\/(?!session)/);
  await watchForLoading(page);
  await goThrough();
  expect(await hasShownLoading(page)).toBe(false);
  await letThrough();
});

test("Hovering or focusing a tab prefetches its data", async ({ page }) => {
  await signInAsMember(page);
  const directory = page.waitForResponse(/\/api\/member-profiles$/);
  await link(page, "Member Directory").hover();
  await directory;
  const events = page.waitForResponse("**/api/events");
  await link(page, "Member Events").focus();
  await events;
  const letThrough = await hold(page, "**/api/**");
  await watchForLoading(page);
  await link(page, "Member Directory").click();
  await expect(profiles(page)).toHaveCount(24);
  await link(page, "Member Events").click();
  await expect(page.getByText("Upcoming")).toHaveCount(2);
  expect(await hasShownLoading(page)).toBe(false);
  await letThrough();
});

test("An admin who only hovers over the review tab is not recorded as having viewed the profiles", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await signInAsAdmin(page, "/#/members?tab=directory");
  await link(page, /^Profiles to Review/).hover();
  const submission = page.waitForResponse("**/api/member-profile-submissions/me");
  await link(page, "Submit Profile").hover();
  await submission;
  expect(asked).not.toContain("/api/member-profile-submissions");
});

test.describe("Hovering over a link of the site", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("Hovering over a link of the site prefetches its page", async ({ page, context }) => {
    await page.goto("/");
    const fetched = page.waitForResponse(/\/assets\/membership-page-[^/]*\.js$/);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Membership" }).hover();
    await (await fetched).finished();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Membership" }).click();
    await expect(page).toHaveTitle(/^Membership/);
    await expect(page.getByText("You are offline.")).toBeVisible();
  });
});

test("Clicking a tab gives feedback before its chunk has loaded", async ({ page }) => {
  const letThrough = await hold(page, /\/assets\/you-/);
  await signInAsMember(page);
  await link(page, "Account").click();
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(link(page, "Account")).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name: "Our Investment Portfolio", exact: true })).toHaveCount(0);
  await letThrough();
  await expect(page.getByRole("heading", { name: "Appearance", exact: true })).toBeVisible();
});

test("The previous results stay visible while a search is pending, marked as busy", async ({ page }) => {
  await signInAsMember(page, "/#/members?tab=directory");
  await expect(profiles(page)).toHaveCount(24);
  const letThrough = await hold(page, /q=abernathy/);
  const box = page.getByRole("searchbox");
  await box.pressSequentially("abernathy");
  const busy = page.getByRole("main").locator("[aria-busy=true]");
  await expect(busy).toHaveCount(1);
  await expect(busy.getByRole("link", { name: /^View profile/ })).toHaveCount(24);
  await expect(page.getByText("Searching...")).toBeVisible();
  await expect(page.getByRole("main").getByText("The first 24 members are shown")).toHaveCount(1);
  await box.pressSequentially(" r");
  await expect(box).toHaveValue("abernathy r");
  await letThrough();
  await expect(profiles(page)).toHaveCount(1);
  await expect(busy).toHaveCount(0);
  await expect(page.getByText("Searching...")).toHaveCount(0);
});
