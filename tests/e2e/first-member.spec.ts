import { fillDate } from "../support/fill-date.ts";
import { linkIn } from "../support/mailbox.ts";
import { expect, expectAccessible, expectToast, expectToFit, signInAsAdmin, test } from "./test.ts";

const guest = { email: "ines.duarte@harbour.example", password: "four lamps by the river" };
const desk = {
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  colorScheme: "light",
} as const;

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: "dark" });

test("A guest on a phone in dark mode registers, is approved and appears in the directory", {
  tag: "@main",
}, async ({ page, browser, app }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ ...desk, baseURL: app.url });
  /** The list holds the routes where a password is typed. */
  const passwords: string[] = [];
  await page.exposeFunction("notePassword", (address: string) =>
    passwords.push(new URL(address).hash.split("?")[0] ?? ""),
  );
  await page.addInitScript(() => {
    document.addEventListener("change", ({ target }) => {
      const isPassword = target instanceof HTMLInputElement && target.type === "password";
      if (isPassword) (window as unknown as { notePassword: (address: string) => void }).notePassword(location.href);
    });
  });
  const admins = await context.newPage();
  const screen = async (name: string) => {
    await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await expectToFit(page, `${name} at 390 px`);
  };

  await test.step("An admin sends an invitation", async () => {
    await signInAsAdmin(admins, "/#/members?tab=admin&view=invitations");
    await admins.getByRole("textbox", { name: "Email" }).first().fill(guest.email);
    await admins.getByRole("button", { name: /^(Send|Create) invitation$/i }).click();
    await expectToast(admins, "Invitation Created");
    await expect(admins.getByText(guest.email).first()).toBeVisible();
  });

  await test.step("The guest follows the link in the mail and registers", async () => {
    const mail = await app.mailbox.waitFor(guest.email, /invit/i);
    await page.goto(linkIn(mail));
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Join");
    await expect(page.getByText("Enter your invitation details to register")).toBeVisible();
    await expect(page.getByLabel("Invitation code")).toHaveValue(/^[23456789A-Z]{10}$/);
    await expect(page.getByRole("textbox", { name: "Email" }).first()).toHaveValue(guest.email);
    await screen("registration");
    await expect(page.getByText("At least 6 characters")).toBeVisible();
    const password = page.getByLabel("Password", { exact: true });
    await password.fill(guest.password);
    await page.getByRole("button", { name: "Show password" }).tap();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).tap();
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Register" }).tap();
    await expectToast(page, "Registration Successful");
    await expectToast(page, "Your account has been created. Please check your email to verify your account.");
    await expect(page.getByRole("heading", { name: "Registration Complete!", exact: true })).toBeFocused();
    await expect(
      page.getByText(
        "Your account has been created successfully. Please check your email to verify your account before signing in.",
      ),
    ).toBeVisible();
    await screen("registration complete");
    await expectAccessible(page.getByRole("main"));
    await page.getByRole("button", { name: "Send the link again" }).tap();
    await expectToast(page, "Verification email sent");
    await page.getByRole("link", { name: "Go to Login" }).tap();
    await expect(page).toHaveURL(/#\/login$/);
  });

  await test.step("The guest verifies the e-mail and signs in", async () => {
    const mail = await app.mailbox.waitFor(guest.email, /(verify|confirm)/i);
    await page.goto(linkIn(mail));
    await expect(page.getByRole("heading", { name: "Verify your email address", exact: true })).toBeVisible();
    await screen("verification");
    await page.getByLabel("Password").fill(guest.password);
    await page.getByRole("button", { name: "Verify email address" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, ines.duarte");
    await expectToast(page, "Login successful!");
    expect(passwords).toEqual(["#/register", "#/verify-email"]);
    await screen("the members area of somebody who waits");
  });

  await test.step("The guest submits a profile", async () => {
    await page.getByRole("link", { name: "Member Directory" }).tap();
    await page.getByRole("link", { name: "Edit Profile" }).tap();
    await expect(page.getByRole("heading", { name: "No Profile Found", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Submit Profile", exact: true }).first().tap();
    await page.getByLabel("Full name").fill("Inês Duarte");
    await page.getByLabel(/^Bio/).fill("Built a ferry booking service, sold it, and now reads other people's plans.");
    await page.getByLabel(/^Location/).fill("Porto");
    await page.getByRole("textbox", { name: /^Expertise/ }).fill("Marketplaces");
    await page.getByRole("textbox", { name: /^Expertise/ }).press("Enter");
    await screen("the profile");
    await page.getByRole("button", { name: /^Submit/ }).tap();
    await expect(page.getByRole("heading", { name: "Profile Submitted!", exact: true })).toBeVisible();
    await expectToast(page, "Profile Submitted Successfully!");
    await screen("the profile submitted");
  });

  await test.step("An admin approves the membership and the profile", async () => {
    await admins.goto("/#/members?tab=admin&view=requests");
    const request = admins.getByRole("listitem").filter({ hasText: guest.email });
    await request.getByRole("button", { name: /^Approve/ }).click();
    await expectToast(admins, "Membership approved");
    await admins.goto("/#/members?tab=directory&view=review");
    const submission = admins.getByRole("listitem").filter({ hasText: "Inês Duarte" });
    await submission.getByRole("button", { name: /^Approve/ }).click();
    await expectToast(admins, "Submission approved");
    await app.mailbox.waitFor(guest.email, /profile/i);
    await app.mailbox.waitFor(guest.email, /member/i);
  });

  await test.step("The new member appears first in the directory and edits the profile without review", async () => {
    await page.goto("/#/members?tab=directory");
    await page.reload();
    const card = page.getByRole("listitem").filter({ hasText: "Inês Duarte" });
    await expect(card).toContainText("Marketplaces");
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Inês Duarte");
    await screen("the directory");
    await page.goto("/#/members?tab=directory&view=edit");
    await page.getByLabel(/^Company/).fill("Duarte & Daughters");
    await page.getByRole("button", { name: /^Save/ }).tap();
    await expectToast(page, "Your profile has been updated successfully.");
    await page.goto("/#/members?tab=directory&view=submit");
    await expect(page.getByRole("heading", { name: "Submission Already Exists", exact: true })).toBeVisible();
  });

  await test.step("The new member signs the statement in six screens", async () => {
    const screens: string[] = [];
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    const arrive = async (name: string) => {
      await expect(heading).toHaveText(name);
      await expect(heading).toBeFocused();
      screens.push(name);
      await expect(page.getByText(`Step ${screens.length} of 6`, { exact: true })).toBeVisible();
      await screen(name);
    };
    const next = page.getByRole("button", { name: "Continue", exact: true });
    await page.goto("/#/members");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Sign your statement/ })
      .first()
      .tap();
    await arrive("Which of these is true for you?");
    await page.getByRole("radio", { name: /^I have experience/ }).check();
    await next.tap();
    await arrive("What experience do you have?");
    const condition = page.getByRole("radiogroup");
    for (const index of [0, 1, 3]) await condition.nth(index).getByRole("radio", { name: "No" }).check();
    await condition.nth(2).getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("textbox", { name: "How many times" }).fill("3");
    await next.tap();
    await arrive("Your legal details");
    await page.getByRole("textbox", { name: "Legal name" }).fill("Inês Duarte");
    await fillDate(page, "Date of birth", "1981-5-4");
    await page.getByRole("textbox", { name: "Address" }).fill("4 Ferry Lane, Leeds");
    await page.getByRole("combobox", { name: "Country" }).selectOption("GB");
    await page.getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("textbox", { name: "Name on your bank account" }).fill("I Duarte");
    await next.tap();
    await arrive("Read the statement");
    await expect(page.getByRole("main")).toContainText("in companies that are not listed. Yes, 3");
    for (const tick of await page.getByRole("checkbox").all()) await tick.check();
    await next.tap();
    await arrive("Sign");
    await page.getByRole("textbox", { name: "Type your name as Inês Duarte" }).fill("Ines Duarte");
    await page.getByRole("button", { name: "Sign the statement" }).tap();
    await arrive("Signed. You can see deals.");
    expect(screens).toHaveLength(6);
    expect(passwords).toHaveLength(2);
  });
  await context.close();
});
