import { type APIRequestContext, type Page, request } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import type { RunningClub } from "../support/running-club.ts";
import { registerPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInAsAdmin, test } from "./test.ts";

const review = "/#/members?tab=directory&view=review";
const requests = "/#/members?tab=admin&view=requests";
const secondAdmin = { email: "daniel@kindling.example", password: sampleAccounts.admin.password };
const isRefused = /Failed to load resource/;

/** API client for test setup. */
async function callsOf({ url }: RunningClub, account: { email: string; password: string }): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await calls.post("/api/auth/sign-in/email", { data: account });
  return calls;
}

/** A new person with a pending submission. */
async function submitProfile(club: RunningClub, email: string, data: { full_name: string; company?: string }) {
  const account = await registerPerson(club, email);
  const calls = await callsOf(club, account);
  await calls.post("/api/member-profile-submissions/me", { data });
  await calls.dispose();
  return account;
}

const itemOf = (page: Page, name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });

test("An admin's draft of review notes survives navigation and a reload, and is cleared after the rejection", async ({
  page,
  club,
}) => {
  await submitProfile(club, "nell@quillon.example", { full_name: "Nell Quillon" });
  await signInAsAdmin(page, review);
  const notes = page
    .getByRole("listitem")
    .filter({ hasText: "Nell Quillon" })
    .getByLabel(/^Notes/);
  await page.getByRole("button", { name: "Reject Nell Quillon" }).click();
  await expect(page.getByRole("dialog", { name: "Reject Nell Quillon without notes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep it pending" }).click();
  await notes.fill("Please say what you invest in.");
  await page.getByRole("link", { name: "View Directory" }).click();
  await page.getByRole("link", { name: /^Profiles to Review/ }).click();
  await expect(notes).toHaveValue("Please say what you invest in.");
  await page.reload();
  await expect(notes).toHaveValue("Please say what you invest in.");
  await page.getByRole("button", { name: "Reject Nell Quillon" }).click();
  await expectToast(page, "Submission rejected");
  await expectToast(page, "Nell Quillon will be told by email.");
  const item = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Nell Quillon" }) });
  await expect(item).toBeFocused();
  await expect(item).toContainText("Please say what you invest in.");
  await expect(item.getByRole("list", { name: "History" })).toContainText(/Rejected .* by Amara Okafor/);
  await expect(item.getByRole("button")).toHaveCount(0);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("review-notes"))),
  ).toEqual([]);
});

test("An admin filters submissions by a status stored in the URL and approves a profile with the keyboard alone", async ({
  page,
  club,
}) => {
  await submitProfile(club, "wilf@quillon.example", { full_name: "Wilf Quillon" });
  await signInAsAdmin(page, review);
  await page.getByRole("radio", { name: "All" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/status=pending/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Pending" })).toBeChecked();
  const approve = page.getByRole("button", { name: "Approve Wilf Quillon" });
  await expect(approve).toBeVisible();
  await expect(page.getByRole("main").getByText("Approved", { exact: true })).toHaveCount(1);
  for (let presses = 0; presses < 60 && !(await approve.evaluate((it) => it === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expectToast(page, "Submission approved");
  await expectToast(page, "Wilf Quillon is in the member directory now.");
  await expect(approve).toHaveCount(0);
  // Focus moved to the next row, or to the list.
  expect(await page.evaluate(() => document.activeElement?.closest("#submissions") !== null)).toBe(true);
  await page.getByRole("radio", { name: "Approved" }).check();
  await expect(itemOf(page, "Wilf Quillon").first()).toBeVisible();
});

test("A member's later changes are shown beside the submitted values with a text label", async ({ page, club }) => {
  const account = await submitProfile(club, "orla@quillon.example", {
    full_name: "Orla Quillon",
    company: "Quillon Ltd",
  });
  await signInAsAdmin(page, review);
  await page.getByRole("button", { name: "Approve Orla Quillon" }).click();
  await expectToast(page, "Submission approved");
  const hers = await callsOf(club, account);
  await hers.put("/api/member-profiles/me", { data: { full_name: "Orla Quillon", company: "Quillon & Daughters" } });
  await hers.dispose();
  await page.reload();
  await page.getByText("What was submitted by Orla Quillon").click();
  const comparison = page.getByRole("table", { name: /^Orla Quillon/ });
  await expect(comparison.getByRole("row", { name: /^Company/ })).toHaveText(
    /Changed.*Quillon & Daughters.*Quillon Ltd/,
  );
  await expect(comparison.getByRole("row", { name: /^Full name/ })).not.toContainText("Changed");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectToFit(page);
});

test.describe("When two admins review the same list", () => {
  test.use({ allowedNoise: [isRefused] });

  test("the second sees that a profile was already reviewed, and by whom", async ({ page, browser, club }) => {
    await submitProfile(club, "iris@quillon.example", { full_name: "Iris Quillon" });
    await submitProfile(club, "otto@quillon.example", { full_name: "Otto Quillon" });
    const context = await browser.newContext({ baseURL: club.url });
    const other = await context.newPage();
    await signIn(other, secondAdmin, review);
    await signInAsAdmin(page, review);
    await expect(other.getByRole("button", { name: "Approve Iris Quillon" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Approve Otto Quillon" })).toBeVisible();

    await page.getByRole("button", { name: "Reject Iris Quillon" }).click();
    await page.getByRole("button", { name: "Reject submission" }).click();
    await expectToast(page, "Submission rejected");
    await page.getByRole("button", { name: "Approve Otto Quillon" }).click();
    await expectToast(page, "Submission approved");

    await other.getByRole("button", { name: "Approve Iris Quillon" }).click();
    await expectToast(other, "Failed to approve submission.");
    await expectToast(other, "Iris Quillon: This submission has already been reviewed.");
    const iris = other.getByRole("listitem").filter({ has: other.getByRole("heading", { name: "Iris Quillon" }) });
    await expect(iris.getByRole("list", { name: "History" })).toContainText(/Rejected .* by Amara Okafor/);
    await expect(iris).toBeFocused();
    // Refetched: Otto's row is approved too.
    await expect(other.getByRole("button", { name: "Approve Otto Quillon" })).toHaveCount(0);
    await context.close();
  });

  test("the second to make the same decision sees who decided first", async ({ page, browser, club }) => {
    const { email } = await registerPerson(club, "ned@quillon.example");
    await registerPerson(club, "ada@quillon.example");
    const context = await browser.newContext({ baseURL: club.url });
    const other = await context.newPage();
    await signIn(other, secondAdmin, requests);
    await expect(other.getByRole("button", { name: `Approve ${email}` })).toBeVisible();
    await signInAsAdmin(page, requests);
    await page.getByRole("button", { name: `Approve ${email}` }).click();
    await expectToast(page, "Membership approved");
    await expectToast(page, `${email} will be told by email.`);
    await expect(itemOf(page, email).filter({ hasText: /Decided .* by Amara Okafor/ })).toBeVisible();

    await other.getByRole("button", { name: `Approve ${email}` }).click();
    await expectToast(other, "Membership approved");
    await expectToast(other, "Amara Okafor had already decided so.");
    await expect(other.getByRole("button", { name: `Approve ${email}` })).toHaveCount(0);

    await page.getByRole("button", { name: "Reject ada@quillon.example" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Reject membership" }).click();
    await expectToast(page, "Membership rejected");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await other.getByRole("button", { name: "Approve ada@quillon.example" }).click();
    await expectToast(other, "Failed to approve membership.");
    await expectToast(other, "ada@quillon.example: This request has already been decided.");
    await expect(other.getByRole("button", { name: "Approve ada@quillon.example" })).toHaveCount(0);
    await expect(itemOf(other, "ada@quillon.example")).toContainText("Rejected");
    await context.close();
  });
});

test("The tab badges count what is pending and decrease with each decision", async ({ page, club }) => {
  await registerPerson(club, "ivo@quillon.example");
  await signInAsAdmin(page, requests);
  const tab = page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /^Membership Requests \d+ waiting$/ });
  const before = Number.parseInt((await tab.textContent())?.match(/\d+/)?.[0] ?? "", 10);
  await page.getByRole("button", { name: "Approve ivo@quillon.example" }).click();
  await expectToast(page, "Membership approved");
  await expect(tab).toHaveText(`Membership Requests ${before - 1} waiting`);
  await expect(page.getByRole("link", { name: `Admin ${before - 1} waiting` })).toBeVisible();
});
