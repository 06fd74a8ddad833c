import type { Page } from "@playwright/test";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, test } from "./test.ts";

const password = "six herons on a weir";

async function invite(app: RunningApp, email: string): Promise<{ email: string; code: string }> {
  const admin = await callsOfAdmin(app);
  return (await admin.post("/api/invitations", { data: { email } })).json();
}

const register = (page: Page) => page.getByRole("button", { name: "Register" }).click();

test.describe("A person who registers", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("is asked to check their mail and can request another any number of times", async ({ page, app }) => {
    const { code, email } = await invite(app, "gudrun@pier.example");
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
