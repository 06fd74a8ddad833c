import type { Page } from "@playwright/test";
import type { RunningApp } from "../support/running-app.ts";
import { refusal } from "./held.ts";
import { callsOfAdmin } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, test } from "./test.ts";

const password = "six herons on a weir";

interface Invitation {
  email: string;
  code: string;
  used_at: string | null;
}

/** @param email null for a used invitation of the sample club. */
async function findInvitation(app: RunningApp, email: string | null): Promise<Invitation> {
  const admin = await callsOfAdmin(app);
  const answer = email
    ? await admin.post("/api/invitations", { data: { email } })
    : await admin.get("/api/invitations?limit=100");
  const found = await answer.json();
  return email ? found : found.items.find((one: Invitation) => one.used_at);
}

async function fillForm(page: Page, { code, email }: Pick<Invitation, "code" | "email">): Promise<void> {
  await page.getByLabel("Invitation code").fill(code);
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

const register = (page: Page) => page.getByRole("button", { name: "Register" }).click();

test.describe("A person who registers", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("sees the whole form and every error message", async ({ page, app }) => {
    const invitation = await findInvitation(app, "torunn@pier.example");
    await test.step("the text of the form", async () => {
      await page.goto("/#/register");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Kindling");
      await expect(page.getByText("Enter your invitation details to register", { exact: true })).toBeVisible();
      await expect(page.getByLabel("Invitation code")).toHaveJSProperty("type", "text");
      const email = page.getByLabel("Email").first();
      await expect(email).toHaveAttribute("type", "email");
      await expect(email).toHaveAccessibleDescription("must match invitation");
      const secret = page.getByLabel("Password", { exact: true });
      await expect(secret).toHaveAccessibleDescription("Create a password");
      await expect(secret).toHaveAttribute("minlength", "6");
      const footer = "Registration is by invitation only. Contact an admin if you need an invitation.";
      await expect(page.getByText(footer, { exact: true })).toBeVisible();
      await register(page);
      await expect(page.getByText("Please enter your invitation code.")).toBeVisible();
      await expect(page.getByLabel("Invitation code")).toBeFocused();
      await expectAccessible(page);
    });
    await test.step("an error for a code of another e-mail, with the input kept", async () => {
      await fillForm(page, { code: invitation.code, email: "somebody.else@pier.example" });
      await register(page);
      await expectToast(page, "Invalid Invitation");
      await expectToast(page, "The invitation code is invalid or doesn't match your email.");
      await expect(page.getByLabel("Invitation code")).toHaveValue(invitation.code);
      await expect(page.getByLabel("Email").first()).toHaveValue("somebody.else@pier.example");
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
    });
    await test.step("an error for a used code", async () => {
      await fillForm(page, await findInvitation(app, null));
      await register(page);
      await expectToast(page, "Invitation Already Used");
      await expectToast(page, "This invitation code has already been used.");
    });
    await test.step("an error at the password field for a common password", async () => {
      await fillForm(page, invitation);
      await page.getByLabel("Password", { exact: true }).fill("12345");
      await register(page);
      await expect(page.getByText("Please use at least 6 characters.")).toBeVisible();
      await page.getByLabel("Password", { exact: true }).fill("password1");
      await register(page);
      await expectToast(page, "Registration Failed");
      await expectToast(page, "This password is too easy to guess. Please choose another one.");
      await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
        "This password is too easy to guess. Please choose another one. It is one of the most common passwords.",
      );
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    });
    await test.step("a busy state, then an unexpected error when the request fails", async () => {
      await fillForm(page, invitation);
      await page.route("**/api/registrations", async (route) => {
        await expect(page.getByRole("button", { name: "Creating Account..." })).toBeVisible();
        for (const label of ["Invitation code", "Email", "Password"]) {
          await expect(page.getByLabel(label, { exact: true }).first()).toBeDisabled();
        }
        await route.abort();
      });
      await register(page);
      await expectToast(page, "Error");
      await expectToast(page, "An unexpected error occurred during registration.");
      await page.unroute("**/api/registrations");
    });
    await test.step("the server's message when registration fails", async () => {
      await page.route("**/api/registrations", (route) => route.fulfill(refusal));
      await register(page);
      await expectToast(page, "Registration Failed");
      await expectToast(page, "Not just now.");
      await page.unroute("**/api/registrations");
    });
    await test.step("an unexpected error when the response is not from the API", async () => {
      await page.route("**/api/registrations", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
      await register(page);
      await expectToast(page, "Error");
      await expectToast(page, "An unexpected error occurred during registration.");
      await page.unroute("**/api/registrations");
    });
    await test.step("a hint to sign in when the e-mail already has an account", async () => {
      await page.route("**/api/registrations", (route) =>
        route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          json: {
            type: "about:blank",
            title: "Conflict",
            status: 409,
            code: "account_exists",
            detail: "This email address already has an account. Please sign in instead.",
          },
        }),
      );
      await register(page);
      await expectToast(page, "Registration Failed");
      await expectToast(page, "This email address already has an account. Please sign in instead.");
    });
  });

  test("is asked to check their mail and can request another any number of times", async ({ page, app }) => {
    const invitation = await findInvitation(app, "gudrun@pier.example");
    const { code, email } = invitation;
    await page.goto(`/#/register?${new URLSearchParams({ code, email })}`);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await register(page);
    await expectToast(page, "Registration Successful");
    await expectToast(page, "Your account has been created. Please check your email to verify your account.");
    await expect(page.getByRole("heading", { name: "Registration Complete!", exact: true })).toBeFocused();
    await expectAccessible(page.getByRole("main"));
    await page.setViewportSize({ width: 320, height: 700 });
    await expectToFit(page);
    const send = page.getByRole("button", { name: "Send the link again" });
    // The sixth is dropped silently.
    for (let mails = 0; mails < 6; mails += 1) {
      const answer = page.waitForResponse("**/api/auth/send-verification-email");
      await send.click();
      expect((await answer).status()).toBe(200);
      await expectToast(page, "Verification email sent");
    }
    await page.getByRole("link", { name: "Go to Login" }).click();
    await expect(page).toHaveURL(/#\/login$/);
  });
});
