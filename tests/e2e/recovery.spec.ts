import { linkIn } from "../support/mailbox.ts";
import { createPerson } from "./new-person.ts";
import { heardEvents } from "./session-events.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInByForm, test } from "./test.ts";

const sent = "If there is an account with this email address, a link to choose a new password is on its way.";
const subject = /^Choose a new password/;

test.describe("A person who forgot their password", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("A person who forgot their password requests a reset link, chooses a new one, and signs in with it", {
    tag: "@main",
  }, async ({ page, app, browser }) => {
    const person = await createPerson(app, "idun@pier.example");
    const elsewhere = await (await browser.newContext({ baseURL: app.url })).newPage();
    await signIn(elsewhere, person);
    const events = heardEvents(page);

    await test.step("requests a reset link", async () => {
      await page.goto("/#/login");
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await expect(page.getByRole("heading", { name: "Reset your password", exact: true })).toBeFocused();
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
      await page.getByLabel("Email").first().fill(person.email);
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText(sent)).toBeVisible();
      await expect(page.getByRole("heading", { name: "Check your email", exact: true })).toBeFocused();
      await expectAccessible(page.getByRole("main"));
      await page.getByRole("button", { name: "Try another address" }).click();
      await expect(page.getByLabel("Email").first()).toHaveValue("");
    });

    const link = linkIn(await app.mailbox.waitFor(person.email, subject));
    await test.step("follows the link, and its token is removed from the URL", async () => {
      await page.goto(link);
      await expect(page.getByLabel("New password")).toBeVisible();
      await expect(page).toHaveURL(/#\/reset-password$/);
      expect(events).toEqual(["INITIAL_SESSION", "PASSWORD_RECOVERY"]);
      await page.reload();
      await expect(page.getByLabel("New password")).toBeVisible();
      await page.setViewportSize({ width: 320, height: 700 });
      await expectToFit(page);
      await expectAccessible(page.getByRole("main"));
    });

    await test.step("sees why a password is rejected", async () => {
      await page.getByLabel("New password").fill("12345");
      await page.getByRole("button", { name: "Save the password" }).click();
      await expect(page.getByText("Please use at least 6 characters.")).toBeVisible();
      await page.getByLabel("New password").fill("password1");
      await page.getByRole("button", { name: "Save the password" }).click();
      await expect(
        page.getByText(
          "This password is too easy to guess. Please choose another one. It is one of the most common passwords.",
        ),
      ).toBeVisible();
      await expect(page.getByLabel("New password")).toBeFocused();
    });

    await test.step("changes the password and is signed out everywhere", async () => {
      await page.getByLabel("New password").fill("a heron on the weir");
      await page.getByRole("button", { name: "Save the password" }).click();
      await expectToast(page, "Your password has changed");
      await expectToast(page, "Please sign in with the new one.");
      await expect(page).toHaveURL(/#\/login$/);
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
      await elsewhere.reload();
      await expect(elsewhere.getByText("Your session has ended. Please sign in again.")).toBeVisible();
      await elsewhere.context().close();
    });

    await test.step("signs in with the new password, and the link no longer works", async () => {
      await signInByForm(page, { ...person, password: "a heron on the weir" });
      await page.goto(link);
      await page.getByLabel("New password").fill("another heron");
      await page.getByRole("button", { name: "Save the password" }).click();
      await expect(page.getByRole("heading", { name: "This link does not work", exact: true })).toBeFocused();
      await expect(page.getByText("This link is not valid any more. Please ask for a new one.")).toBeVisible();
      await page.reload();
      await page.getByRole("link", { name: "Ask for a new link" }).click();
      await expect(page).toHaveURL(/#\/forgot-password$/);
    });
  });

  test("The reset page leaves no token in the browser once it is left", async ({ page }) => {
    await page.goto("/#/reset-password?token=half");
    await expect(page.getByLabel("New password")).toBeVisible();
    const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, history.state]));
    await expect.poll(kept).toContain("half");
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Terms");
    expect(await kept()).not.toContain("half");
  });

  test("The recovery pages open at clean URLs too", async ({ page }) => {
    await page.goto("/forgot-password");
    await expect(page).toHaveURL(/:\d+\/#\/forgot-password$/);
    await page.goto("/reset-password?token=half");
    await expect(page.getByLabel("New password")).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/#\/reset-password$/);
  });
});
