import { linkIn } from "../support/mailbox.ts";
import { expect, expectAccessible, expectToast, signInAsAdmin, test } from "./test.ts";

const guest = { email: "ines.duarte@harbour.example", password: "four lamps by the river" };

test("An admin invites a person, who registers, verifies, signs in, submits a profile, and appears in the directory once approved", async ({
  page,
  browser,
  app,
}) => {
  test.setTimeout(120_000);

  await test.step("An admin sends an invitation", async () => {
    await signInAsAdmin(page, "/#/members?tab=admin");
    await page.getByRole("textbox", { name: "Email" }).first().fill(guest.email);
    await page.getByRole("button", { name: /^(Send|Create) invitation$/i }).click();
    await expectToast(page, "Invitation Created");
    await expect(page.getByText(guest.email).first()).toBeVisible();
  });

  const context = await browser.newContext({ baseURL: app.url });
  const hers = await context.newPage();

  await test.step("The guest follows the link in the mail and registers", async () => {
    const mail = await app.mailbox.waitFor(guest.email, /invit/i);
    await hers.goto(linkIn(mail));
    await expect(hers.getByRole("heading", { level: 1 })).toContainText("Join");
    await expect(hers.getByText("Enter your invitation details to register")).toBeVisible();
    await expect(hers.getByLabel("Invitation code")).toHaveValue(/^[23456789A-Z]{10}$/);
    await expect(hers.getByRole("textbox", { name: "Email" }).first()).toHaveValue(guest.email);
    await hers.getByLabel("Password", { exact: true }).fill(guest.password);
    await hers.getByRole("button", { name: "Register" }).click();
    await expect(hers.getByRole("heading", { name: "Registration Complete!" })).toBeVisible();
    await expect(
      hers.getByText(
        "Your account has been created successfully. Please check your email to verify your account before signing in.",
      ),
    ).toBeVisible();
  });

  await test.step("The guest verifies the e-mail and signs in", async () => {
    const mail = await app.mailbox.waitFor(guest.email, /(verify|confirm)/i);
    await hers.goto(linkIn(mail));
    await expect(hers.getByRole("heading", { name: "Verify your email address" })).toBeVisible();
    await hers.getByLabel("Password").fill(guest.password);
    await hers.getByRole("button", { name: "Verify email address" }).click();
    await expect(hers).toHaveURL(/#\/login/);
    await expect(hers.getByText("Your email address is verified. You can sign in now.")).toBeVisible();
    await expect(hers.getByLabel("Email")).toHaveValue(guest.email);
    await expect(hers.getByLabel("Password")).toBeFocused();
    await hers.getByLabel("Password").fill(guest.password);
    await hers.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(hers.getByRole("heading", { level: 1 })).toHaveText("Welcome, ines.duarte");
    await expectToast(hers, "Login successful!");
  });

  await test.step("The guest submits a profile", async () => {
    await hers.getByRole("link", { name: "Member Directory" }).click();
    await hers.getByRole("link", { name: "Edit Profile" }).click();
    await expect(hers.getByRole("heading", { name: "No Profile Found" })).toBeVisible();
    await hers.getByRole("link", { name: "Submit Profile", exact: true }).first().click();
    await hers.getByLabel("Full name").fill("Inês Duarte");
    await hers.getByLabel(/^Bio/).fill("Built a ferry booking service, sold it, and now reads other people's plans.");
    await hers.getByLabel(/^Location/).fill("Porto");
    await hers.getByRole("textbox", { name: /^Expertise/ }).fill("Marketplaces");
    await hers.getByRole("textbox", { name: /^Expertise/ }).press("Enter");
    await hers.getByRole("button", { name: /^Submit/ }).click();
    await expect(hers.getByRole("heading", { name: "Profile Submitted!" })).toBeVisible();
    await expectToast(hers, "Profile Submitted Successfully!");
    await expectAccessible(hers);
  });

  await test.step("An admin approves the membership and the profile", async () => {
    await page.goto("/#/members?tab=admin&view=requests");
    const request = page.getByRole("listitem").filter({ hasText: guest.email });
    await request.getByRole("button", { name: /^Approve/ }).click();
    await expectToast(page, "Membership approved");
    await page.goto("/#/members?tab=directory&view=review");
    const submission = page.getByRole("listitem").filter({ hasText: "Inês Duarte" });
    await submission.getByRole("button", { name: /^Approve/ }).click();
    await expectToast(page, "Submission approved");
    await app.mailbox.waitFor(guest.email, /profile/i);
    await app.mailbox.waitFor(guest.email, /member/i);
  });

  await test.step("The new member appears first in the directory and edits the profile without review", async () => {
    await hers.goto("/#/members?tab=directory");
    await hers.reload();
    const card = hers.getByRole("listitem").filter({ hasText: "Inês Duarte" });
    await expect(card).toContainText("Marketplaces");
    await expect(hers.getByRole("main").getByRole("listitem").first()).toContainText("Inês Duarte");
    await hers.goto("/#/members?tab=directory&view=edit");
    await hers.getByLabel(/^Company/).fill("Duarte & Daughters");
    await hers.getByRole("button", { name: /^Save/ }).click();
    await expectToast(hers, "Your profile has been updated successfully.");
    await hers.goto("/#/members?tab=directory&view=submit");
    await expect(hers.getByRole("heading", { name: "Submission Already Exists" })).toBeVisible();
  });
  await context.close();
});
