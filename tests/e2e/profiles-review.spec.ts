import type { Locator, Page } from "@playwright/test";
import { buildSubmission } from "#server/sample/builders.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import type { RunningApp } from "../support/running-app.ts";
import { createPerson } from "./new-person.ts";
import { tabTo } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInAsAdmin, test } from "./test.ts";

const review = "/#/members?tab=directory&view=review";
const requests = "/#/members?tab=admin&view=requests";
const secondAdmin = { email: "daniel@kindling.example", password: sampleAccounts.admin.password };
const isRefused = /Failed to load resource/;

/** A new person's submission, pending unless specified. */
async function submitProfile(app: RunningApp, input: { full_name: string; company?: string; status?: "approved" }) {
  const { id: user_id } = await createPerson(app, `${input.full_name.replace(" ", ".")}@quillon.example`.toLowerCase());
  await buildSubmission(app.db, { ...input, user_id });
  return user_id;
}

const itemOf = (page: Page, name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
const submissionOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

test("An admin filters submissions, keeps a draft of notes, approves with the keyboard alone, rejects and compares", {
  tag: "@main",
}, async ({ page, app }) => {
  await submitProfile(app, { full_name: "Nell Quillon" });
  await submitProfile(app, { full_name: "Wilf Quillon" });
  const orla = { full_name: "Orla Quillon", company: "Quillon Ltd" };
  const user_id = await submitProfile(app, { ...orla, status: "approved" });
  await app.db
    .insertInto("member_profiles")
    .values({ ...orla, company: "Quillon & Daughters", user_id })
    .execute();
  await signInAsAdmin(page, review);
  const notes = page
    .getByRole("listitem")
    .filter({ hasText: "Nell Quillon" })
    .getByLabel(/^Notes/);

  await test.step("a rejection without notes asks for confirmation", async () => {
    await page.getByRole("button", { name: "Reject Nell Quillon" }).click();
    await expect(page.getByRole("dialog", { name: "Reject Nell Quillon without notes?" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a draft of notes survives navigation", async () => {
    await notes.fill("Please say what you invest in.");
    await page.getByRole("link", { name: "View Directory" }).click();
    await page.getByRole("link", { name: /^Profiles to Review/ }).click();
    await expect(notes).toHaveValue("Please say what you invest in.");
  });

  await test.step("a status chosen by key is stored in the URL and survives a reload, as the draft does", async () => {
    await page.getByRole("radio", { name: "All" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/status=pending/);
    await page.reload();
    await expect(page.getByRole("radio", { name: "Pending" })).toBeChecked();
    await expect(notes).toHaveValue("Please say what you invest in.");
  });

  await test.step("a profile is approved with the keyboard alone", async () => {
    const approve = page.getByRole("button", { name: "Approve Wilf Quillon" });
    await expect(approve).toBeVisible();
    await expect(page.getByRole("main").getByText("Approved", { exact: true })).toHaveCount(1);
    await tabTo(approve);
    await page.keyboard.press("Enter");
    await expectToast(page, "Submission approved");
    await expectToast(page, "Wilf Quillon is in the member directory now.");
    await expect(approve).toHaveCount(0);
    // Focus moved to the next row, or to the list.
    expect(await page.evaluate(() => document.activeElement?.closest("#submissions") !== null)).toBe(true);
    await page.getByRole("radio", { name: "Approved" }).check();
    await expect(itemOf(page, "Wilf Quillon").first()).toBeVisible();
  });

  await test.step("a rejection shows its notes and clears the draft", async () => {
    await page.getByRole("radio", { name: "All" }).check();
    await page.getByRole("button", { name: "Reject Nell Quillon" }).click();
    await expectToast(page, "Submission rejected");
    await expectToast(page, "Nell Quillon will be told by email.");
    const item = submissionOf(page, "Nell Quillon");
    await expect(item).toBeFocused();
    await expect(item).toContainText("Please say what you invest in.");
    await expect(item.getByRole("list", { name: "History" })).toContainText(/Rejected .* by Amara Okafor/);
    await expect(item.getByRole("button")).toHaveCount(0);
    // The notes are gone once all that the decision changes is loaded again.
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("review-notes"))))
      .toEqual([]);
  });

  await test.step("a member's later changes are shown beside the submitted values with a text label", async () => {
    await page.getByText("What was submitted by Orla Quillon").click();
    const comparison = page.getByRole("table", { name: /^Orla Quillon/ });
    await expect(comparison.getByRole("row", { name: /^Company/ })).toHaveText(
      /Changed.*Quillon & Daughters.*Quillon Ltd/,
    );
    await expect(comparison.getByRole("row", { name: /^Full name/ })).not.toContainText("Changed");
    await expectAccessible(page.getByRole("main"));
    await page.setViewportSize({ width: 320, height: 700 });
    await expectToFit(page);
  });
});

test.describe("When two admins review the same lists", () => {
  test.use({ allowedNoise: [isRefused] });

  test("The second of two admins sees who has decided already, and the badges decrease with each decision", async ({
    page,
    browser,
    app,
  }) => {
    await submitProfile(app, { full_name: "Iris Quillon" });
    await submitProfile(app, { full_name: "Otto Quillon" });
    await submitProfile(app, { full_name: "Edna Quillon" });
    const { email } = await createPerson(app, "ned@quillon.example");
    await createPerson(app, "ada@quillon.example");
    const context = await browser.newContext({ baseURL: app.url });
    const other = await context.newPage();
    await signIn(other, secondAdmin, review);
    await signInAsAdmin(page, review);

    await test.step("a profile that was already reviewed", async () => {
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
      const iris = submissionOf(other, "Iris Quillon");
      await expect(iris.getByRole("list", { name: "History" })).toContainText(/Rejected .* by Amara Okafor/);
      await expect(iris).toBeFocused();
      // Refetched: Otto's row is approved too.
      await expect(other.getByRole("button", { name: "Approve Otto Quillon" })).toHaveCount(0);
    });

    await test.step("a profile among the pending ones, which keeps its place", async () => {
      await other.getByRole("radio", { name: "Pending" }).check();
      const edna = submissionOf(other, "Edna Quillon");
      await expect(edna.getByRole("button", { name: /^Approve/ })).toBeVisible();
      await page.getByRole("button", { name: "Reject Edna Quillon" }).click();
      await page.getByRole("button", { name: "Reject submission" }).click();
      await expectToast(page, "Submission rejected");
      await edna.getByRole("button", { name: /^Approve/ }).click();
      await expectToast(other, "Failed to approve submission.");
      await expect(edna).toContainText("Decided by another admin");
      await expect(edna).not.toContainText("Approved");
      await expect(edna.getByRole("button")).toHaveCount(0);
    });

    await other.goto(requests);
    await page.goto(requests);
    await test.step("the same membership decision, made twice", async () => {
      await expect(other.getByRole("button", { name: `Approve ${email}` })).toBeVisible();
      const tab = page
        .getByRole("navigation", { name: "Admin" })
        .getByRole("link", { name: /^Membership Requests \d+ waiting$/ });
      const numberIn = async (link: Locator) =>
        Number.parseInt((await link.textContent())?.match(/\d+/)?.[0] ?? "", 10);
      const before = await numberIn(tab);
      const all = page.getByRole("link", { name: /^Admin \d+ waiting$/ });
      const allBefore = await numberIn(all);
      await page.getByRole("button", { name: `Approve ${email}` }).click();
      await expectToast(page, "Membership approved");
      await expectToast(page, `${email} will be told by email.`);
      await expect(itemOf(page, email).filter({ hasText: /Decided .* by Amara Okafor/ })).toBeVisible();
      await expect(tab).toHaveText(`Membership Requests ${before - 1} waiting`);
      // The other requests are still a row of Today.
      await expect(all).toHaveText(`Admin ${allBefore} waiting`);

      await other.getByRole("button", { name: `Approve ${email}` }).click();
      await expectToast(other, "Membership approved");
      await expectToast(other, "Amara Okafor had already decided so.");
      await expect(other.getByRole("button", { name: `Approve ${email}` })).toHaveCount(0);
    });

    await test.step("the opposite membership decision", async () => {
      await page.getByRole("button", { name: "Reject ada@quillon.example" }).click();
      await expectAccessible(page.getByRole("dialog"));
      await page.getByRole("button", { name: "Reject membership" }).click();
      await expectToast(page, "Membership rejected");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await other.getByRole("button", { name: "Approve ada@quillon.example" }).click();
      await expectToast(other, "Failed to approve membership.");
      await expectToast(other, "ada@quillon.example: This request has already been decided.");
      await expect(other.getByRole("button", { name: "Approve ada@quillon.example" })).toHaveCount(0);
      await expect(
        itemOf(other, "ada@quillon.example").filter({ hasText: /Decided .* by Amara Okafor/ }),
      ).toContainText("Rejected");
    });
    await context.close();
  });
});
