import type { Page } from "@playwright/test";
import { buildSubmission } from "#server/sample/builders.ts";
import { hold, refusal } from "./held.ts";
import { callsWith, createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, signIn, signInAsAdmin, signInAsMember, test } from "./test.ts";

const requests = "/#/members?tab=admin&view=requests";
const review = "/#/members?tab=directory&view=review";
const link = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("link", { name }).first();
const toasts = (page: Page) => page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");

declare global {
  interface Window {
    timesShown: Set<number>;
  }
}

/** Counts list items with this text, but for the one that a decision leaves at its place, after every DOM change. */
async function watchLists(page: Page, text: string): Promise<void> {
  await page.evaluate((wanted) => {
    window.timesShown = new Set();
    new MutationObserver(() => {
      const items = [...document.querySelectorAll("main li:not([data-decided])")];
      window.timesShown.add(items.filter((item) => item.textContent?.includes(wanted)).length);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, text);
}

test.describe("An admin's decision that is shown at once", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("A membership decision and a change of the admin role are shown before the server answers", async ({
    page,
    app,
  }) => {
    const petra = await createPerson(app, "petra@prompt.example");
    const perry = await createPerson(app, "perry@prompt.example");
    const quinn = await createPerson(app, "quinn@prompt.example");
    const silas = await createPerson(app, "silas@prompt.example", { status: "approved" });
    await signInAsAdmin(page, requests);

    await test.step("a membership decision, rolled back to pending when the server rejects it, with the person always in exactly one list", async () => {
      const { email } = petra;
      const approve = page.getByRole("button", { name: `Approve ${email}` });
      await expect(approve).toBeVisible();
      await watchLists(page, email);
      let answer = await hold(page, "**/api/membership-requests/*/*", "POST");
      await approve.click();
      await expect(approve).toHaveCount(0);
      const decided = page.locator("#recent-decisions").getByRole("listitem").filter({ hasText: email });
      await expect(decided).toHaveText(/Decided .* by Amara Okafor.*Approved/);
      await expect(toasts(page)).toHaveCount(0);
      expect(await page.evaluate(() => document.activeElement?.closest("#pending-requests") !== null)).toBe(true);
      await answer(refusal);
      await expectToast(page, "Failed to approve membership.");
      await expectToast(page, `${email}: Not just now.`);
      await expect(approve).toBeVisible();
      await expect(decided).toHaveCount(0);

      const reject = async () => {
        answer = await hold(page, "**/api/membership-requests/*/*", "POST");
        await page.getByRole("button", { name: `Reject ${email}` }).click();
        await page.getByRole("button", { name: "Reject membership" }).click();
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await expect(decided).toContainText("Rejected");
      };
      await reject();
      await answer(refusal);
      await expectToast(page, "Failed to reject membership.");
      await expect(approve).toBeVisible();
      await reject();
      expect(await page.evaluate(() => document.activeElement?.closest("#pending-requests") !== null)).toBe(true);
      await answer();
      await expectToast(page, "Membership rejected");
      await expect(decided).toContainText("Rejected");
      await expect(approve).toHaveCount(0);
      await expect(page.locator("#pending-requests").getByRole("listitem").filter({ hasText: email })).toContainText(
        "Rejected",
      );
      expect(await page.evaluate(() => [...window.timesShown])).toEqual([1]);
    });

    await test.step("a decided request stays at its place until the list is opened again, and a second press meets nobody", async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.reload();
      const rows = page.locator("#pending-requests").getByRole("listitem");
      const row = rows.filter({ hasText: quinn.email });
      const below = rows.filter({ hasText: perry.email });
      const press = row.getByRole("button", { name: /^Approve/ });
      await press.scrollIntoViewIfNeeded();
      const [button, before] = [await press.boundingBox(), await below.boundingBox()];
      const [x, y] = [(button?.x ?? 0) + 5, (button?.y ?? 0) + 5];
      for (const _press of ["one", "two"]) {
        await page.mouse.click(x, y);
        await expect(row).toContainText("Approved");
        await expect(page.getByText("Membership approved", { exact: true }).first()).toBeVisible();
        expect(await below.boundingBox()).toEqual(before);
      }
      await expectAccessible(page.locator("#pending-requests"));
      await expect(below.getByRole("button", { name: /^Approve/ })).toBeVisible();
      await row.getByRole("link", { name: "Recent Decisions" }).click();
      await expect(page.locator("#recent-decisions")).toBeFocused();
      await page.goto("/#/members?tab=events");
      await expect(rows).toHaveCount(0);
      await page.goto(requests);
      await expect(below).toBeVisible();
      await expect(row).toHaveCount(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await test.step("the admin role, proposed for a member found by search, and refused", async () => {
      const { email } = silas;
      // The old address of the admins leads to the new one.
      await page.goto(`${requests}#admins`);
      await expect(page).toHaveURL(/view=people#admins$/);
      const admins = page.getByRole("region", { name: "Admins" });
      await expect(admins.getByRole("listitem").filter({ hasText: "Amara Okafor" })).toContainText("You");
      const search = page.getByRole("searchbox", { name: "Propose a member as an admin" });
      await search.fill("nobody at all");
      await search.press("Enter");
      await expect(page.getByText("No approved member has that in their name or email address.")).toBeVisible();
      await search.fill("SILAS@");
      await search.press("Enter");
      await page.getByRole("button", { name: `Propose as admin ${email}` }).click();
      const dialog = page.getByRole("dialog", { name: `Propose ${email} as an admin?` });
      await expectAccessible(dialog);
      await dialog.getByRole("textbox", { name: "How do you know this person?" }).fill("We met at the club’s dinners.");
      await dialog.getByRole("button", { name: "Propose" }).click();
      await expectToast(page, "Proposed. Another person confirms it.");
      const row = admins.getByRole("listitem").filter({ hasText: email });
      await expect(row).toContainText("We met at the club’s dinners.");
      await expect(row.getByRole("button", { name: `Confirm ${email}` })).toHaveCount(0);
      await expect(search).toHaveValue("");
      await row.getByRole("button", { name: `Refuse ${email}` }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Reason" }).fill("They move abroad.");
      await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
      await expect(row).toHaveCount(0);
    });
  });

  test("A profile decision and a deleted invitation are shown at once, but never an account deletion", async ({
    page,
    app,
  }) => {
    await test.step("a profile decision, with the notes restored when the server rejects it", async () => {
      const { id } = await createPerson(app, "quentin@prompt.example");
      await buildSubmission(app.db, { user_id: id, full_name: "Quentin Prompt" });
      await signInAsAdmin(page, review);
      const item = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: "Quentin Prompt", exact: true }) });
      await item.getByLabel(/^Notes/).fill("Please add a line.");
      const answer = await hold(page, "**/api/member-profile-submissions/*/*", "POST");
      await item.getByRole("button", { name: /^Reject/ }).click();
      await expect(item).toContainText(/Rejected .* by Amara Okafor/);
      await expect(item).toContainText("Please add a line.");
      await expect(item).toBeFocused();
      await expect(item.getByRole("button")).toHaveCount(0);
      await answer(refusal);
      await expectToast(page, "Failed to reject submission.");
      await expect(item.getByLabel(/^Notes/)).toHaveValue("Please add a line.");

      await page.getByRole("radio", { name: "Pending" }).check();
      const agree = await hold(page, "**/api/member-profile-submissions/*/*", "POST");
      const { height } = (await item.boundingBox()) ?? { height: 0 };
      await item.getByRole("button", { name: /^Approve/ }).click();
      await expect(item).toContainText(/Approved .* by Amara Okafor/);
      await agree();
      await expectToast(page, "Quentin Prompt is in the member directory now.");
      // After the refetch too the card keeps its place, without buttons, so a second click decides nothing else.
      await expect
        .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("review-notes"))))
        .toEqual([]);
      await expect(item).toContainText(/Approved .* by Amara Okafor/);
      expect(await item.boundingBox()).toMatchObject({ height: expect.closeTo(height, 0) });
      await expect(item.getByRole("button")).toHaveCount(0);
      await expect(item).toBeFocused();
      await page.getByRole("radio", { name: "All" }).check();
      await page.getByRole("radio", { name: "Pending" }).check();
      await expect(item).toHaveCount(0);
    });

    await test.step("a deleted invitation, restored when the server rejects the deletion", async () => {
      const email = "rosa@prompt.example";
      await page.request.post("/api/invitations", { data: { email }, headers: { origin: app.url } });
      await page.goto("/#/members?tab=admin&view=invitations");
      const row = page.getByRole("row").filter({ hasText: email });
      const remove = async () => {
        await row.getByRole("button", { name: /^Delete invitation/ }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Delete invitation" }).click();
        await expect(row).toHaveCount(0);
        await expect(page.getByRole("dialog")).toHaveCount(0);
      };
      let answer = await hold(page, "**/api/invitations/*", "DELETE");
      await remove();
      await answer(refusal);
      await expectToast(page, "Failed to delete invitation.");
      await expect(row).toHaveCount(1);
      answer = await hold(page, "**/api/invitations/*", "DELETE");
      await remove();
      await answer();
      await expectToast(page, "Invitation Deleted");
      await expect(row).toHaveCount(0);
    });

    await test.step("but never an account deletion", async () => {
      const account = await createPerson(app, "tilda@prompt.example");
      const hers = await callsWith(account.session);
      await hers.post("/api/account/deletion-request", { data: { password: account.password } });
      await hers.dispose();
      await page.goto("/#/members?tab=admin&view=data");
      // Behind the dialog it has no role.
      const row = page.locator("li").filter({ hasText: account.email });
      await row.getByRole("button", { name: /^Delete account/ }).click();
      const answer = await hold(page, "**/api/deletion-requests/*/execute");
      const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete account" });
      await confirm.click();
      await expect(page.getByRole("dialog").getByRole("button", { name: "Deleting..." })).toBeVisible();
      await expect(row).toHaveCount(1);
      await answer();
      await expect(row).toHaveCount(0);
    });
  });
});

test.describe("A new name", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("A new name appears at the head of the page at once and is rolled back when the server rejects it", async ({
    page,
    app,
  }) => {
    const person = await createPerson(app, "uma@prompt.example");
    await signIn(page, person);
    await link(page, "Account").click();
    const head = page.locator(".area-name");
    await expect(head).toHaveText("uma");
    let answer = await hold(page, "**/api/account/name", "PUT");
    await page.getByLabel("Full name").fill("Uma Prompt");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(head).toHaveText("Uma Prompt");
    await answer(refusal);
    await expectToast(page, "That did not work");
    await expect(head).toHaveText("uma");
    await expect(page.getByLabel("Full name")).toHaveValue("Uma Prompt");
    answer = await hold(page, "**/api/account/name", "PUT");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(head).toHaveText("Uma Prompt");
    await answer();
    await expectToast(page, "Name saved");
    await expect(head).toHaveText("Uma Prompt");
  });

  test("A new name of a profile is shown at once and rolled back when the server rejects it", async ({ page }) => {
    await signInAsMember(page, "/#/members?tab=directory&view=edit");
    const head = page.locator(".area-name");
    await expect(head).toHaveText("Priya Raman");
    const answer = await hold(page, "**/api/member-profiles/me", "PUT");
    await page.getByLabel("Full name").fill("Pia Raman");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(head).toHaveText("Pia Raman");
    await answer(refusal);
    await expectToast(page, "Failed to update profile. Please try again.");
    await expect(head).toHaveText("Priya Raman");
    await expect(page.getByLabel("Full name")).toHaveValue("Pia Raman");
    await page.getByRole("button", { name: "Discard changes" }).click();
  });
});
