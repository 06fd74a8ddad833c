import type { Page } from "@playwright/test";
import { unreachableMessage } from "#web/lib/api.ts";
import { createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, signInAsAdmin, signInAsMember, test } from "./test.ts";

const profiles = (page: Page) => page.getByRole("main").getByRole("link", { name: /^View profile/ });
const link = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("link", { name }).first();

test.describe("Without a network", () => {
  test.use({
    allowedNoise: [/Failed to load resource|Failed to fetch dynamically imported module|Unable to preload CSS/],
  });

  test("A page without a network tells it, keeps visited pages and typed input, and recovers once online", async ({
    page,
    context,
  }) => {
    await signInAsMember(page);
    await link(page, "Member Directory").click();
    await expect(profiles(page)).toHaveCount(24);
    await link(page, "Edit Profile").click();
    const company = page.getByLabel("Company");
    await expect(company).toBeVisible();
    await context.setOffline(true);
    const line = page.getByText("You are offline. Until you close this page, what you have seen and typed is kept.");
    await expect(line).toBeVisible();
    await expectAccessible(page);
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect(page.locator("footer")).toBeInViewport();
    const lines = await page.evaluate(() =>
      [".offline-line", "footer"].map((selector) => document.querySelector(selector)?.getBoundingClientRect()),
    );
    // Rounded: scroll positions are whole pixels.
    const [lineTop, footerBottom] = [lines[0]?.top, lines[1]?.bottom].map((edge) => Math.round(edge ?? Number.NaN));
    expect(lineTop).toBeGreaterThanOrEqual(footerBottom ?? Number.NaN);
    const saved = await company.inputValue();
    await company.fill("Kept Ltd");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Failed to update profile. Please try again.");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const [toast, footer, shown] = await Promise.all(
      [page.locator(".toast"), page.locator("footer"), line].map((place) => place.boundingBox()),
    );
    const endOf = (box: typeof toast) => (box ? box.y + box.height : Number.NaN);
    expect(endOf(shown ?? null)).toBeCloseTo(740, 0);
    expect(endOf(toast ?? null)).toBeLessThanOrEqual(shown?.y ?? Number.NaN);
    expect(endOf(footer ?? null)).toBeLessThanOrEqual(toast?.y ?? Number.NaN);
    await page.setViewportSize({ width: 1280, height: 800 });
    await link(page, "View Directory").click();
    await page.getByRole("button", { name: "Leave the form" }).click();
    await expect(profiles(page)).toHaveCount(24);
    const name = (await page.getByRole("main").getByRole("heading", { level: 2 }).first().textContent()) ?? "";
    await profiles(page).first().click();
    await expect(page.getByRole("dialog", { name })).toContainText("In the directory since");
    await page.keyboard.press("Escape");
    await link(page, "Member Events").click();
    await expect(page.getByRole("heading", { name: "This part could not be loaded", exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(line).toHaveCount(0);
    await expect(page.getByText("Upcoming")).toHaveCount(2);
    await link(page, "Member Directory").click();
    await link(page, "Edit Profile").click();
    await expect(company).toHaveValue("Kept Ltd");
    await company.fill(saved);
  });

  test("A decision that fails without a network shows the person's name, and no later message replaces it", async ({
    page,
    context,
    app,
  }) => {
    const { email } = await createPerson(app, "odile@tunnel.example");
    await signInAsAdmin(page, "/#/members?tab=admin&view=requests");
    const approve = page.getByRole("button", { name: `Approve ${email}` });
    await expect(approve).toBeVisible();
    await context.setOffline(true);
    const fetchedAgain = page.waitForEvent("console", (message) =>
      /^query failed: membership-requests/.test(message.text()),
    );
    await approve.click();
    await fetchedAgain;
    await expect(approve).toBeVisible();
    await expectToast(page, "Failed to approve membership.");
    await expectToast(page, `${email}: ${unreachableMessage}`);
  });

  test("An unvisited screen tells without a network that it could not be loaded, and loads once online", async ({
    page,
    context,
  }) => {
    await signInAsAdmin(page, "/#/members?tab=admin&view=invitations");
    await expect(page.getByRole("table")).toBeVisible();
    await context.setOffline(true);
    await link(page, "Records").click();
    await expect(page.getByRole("heading", { name: "This part could not be loaded", exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("table", { name: "The audit, newest first" })).toBeVisible();
  });

  test("A screen of the members area whose file did not come tells it in place of its name", async ({ page }) => {
    await page.route(/\/notices-[^/]*\.js$/, (route) => route.abort());
    await signInAsMember(page, "/#/members?tab=account&view=notices");
    await expect(
      page.getByRole("heading", { level: 1, name: "This part could not be loaded", exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
  });

  test("An unvisited page tells without a network that it could not be loaded, and opens once online", async ({
    page,
    context,
  }) => {
    await page.goto("/#/contact");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Founders" }).click();
    await expect(page.getByRole("heading", { name: "This page could not be loaded", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Load it again" }).click();
    await expect(page.getByRole("heading", { name: "This page could not be loaded", exact: true })).toBeVisible();
    await expect(page.getByText("You are offline.")).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveTitle(/^Founders/);
    await expect(page.getByRole("heading", { name: "This page could not be loaded", exact: true })).toHaveCount(0);
  });
});
