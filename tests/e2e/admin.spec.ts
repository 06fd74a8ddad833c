import { sampleAccounts } from "#server/sample/sample-club.ts";
import { expect, expectAccessible, expectToast, signIn, signInAsAdmin, test } from "./test.ts";

test("An admin copies an invitation code, sends the invitation again, and deletes it", {
  tag: "@main",
}, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAsAdmin(page, "/#/members?tab=admin&view=invitations");
  const email = page.getByRole("main").getByRole("textbox", { name: "Email" });
  const create = page.getByRole("button", { name: "Create invitation" });
  await create.click();
  await expect(email).toHaveAccessibleDescription(/Please enter an email address\./);
  await email.fill("second.thought@castell.example");
  await create.click();
  await expectToast(page, "Invitation Created");

  await page.getByRole("button", { name: "Copy code for second.thought@castell.example" }).click();
  await expectToast(page, "Copied");
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{10}$/);
  await expect(page.getByRole("row").filter({ hasText: "second.thought@castell.example" })).toContainText(code);

  await page.getByRole("button", { name: "Send again to second.thought@castell.example" }).click();
  await expectToast(page, "Invitation Sent");

  await page.getByRole("button", { name: /^Delete invitation for second.thought/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Delete this invitation?");
  await expectAccessible(page.getByRole("dialog"));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /^Delete invitation for second.thought/ }).click();
  await page.getByRole("button", { name: "Delete invitation", exact: true }).click();
  await expectToast(page, "Invitation Deleted");
  await expect(page.getByRole("row").filter({ hasText: "second.thought@castell.example" })).toHaveCount(0);
});

test("A member revises a rejected profile using the admin's notes and resubmits it", async ({ page, browser, app }) => {
  await signInAsAdmin(page, "/#/members?tab=directory&view=review");
  const submission = page.getByRole("listitem").filter({ hasText: "Gareth Pugh-Davies" });
  await submission.getByLabel(/^Notes/).fill("Please say which utilities you have sold to.");
  await submission.getByRole("button", { name: "Reject" }).click();
  await expectToast(page, "Submission rejected");
  const mail = await app.mailbox.waitFor("gareth@pughdavies.example", /profile/i);
  expect(mail.text).toContain("Please say which utilities you have sold to.");

  const context = await browser.newContext({ baseURL: app.url });
  const his = await context.newPage();
  await signIn(
    his,
    { email: "gareth@pughdavies.example", password: sampleAccounts.member.password },
    "/#/members?tab=directory&view=submit",
  );
  await expect(his.getByText("Please say which utilities you have sold to.")).toBeVisible();
  await his.getByLabel(/^Services offered/).fill("Severn Trent and Welsh Water, both for years.");
  await his.getByRole("button", { name: "Resubmit profile" }).click();
  await expect(his.getByRole("heading", { name: "Profile Submitted!", exact: true })).toBeVisible();
  await his.reload();
  await expect(his.getByRole("heading", { name: "Submission Already Exists", exact: true })).toBeVisible();
  await expect(his.getByText("Pending", { exact: true })).toBeVisible();
  await expectAccessible(his.getByRole("main"));
  await context.close();
});
