import { TOTP, URI } from "otpauth";
import type { RunningApp } from "../support/running-app.ts";
import { hold } from "./held.ts";
import { callsWith, createPerson } from "./new-person.ts";
import { giveCredentials } from "./page-actions.ts";
import { heardEvents } from "./session-events.ts";
import { expect, expectAccessible, expectToast, expectToFit, test } from "./test.ts";

const stepMs = 30_000;

/** The current TOTP code is consumed by the setup. */
async function registerWithFactor(app: RunningApp, email: string) {
  const person = await createPerson(app, email);
  const theirs = await callsWith(person.session);
  const setup = await theirs.post("/api/auth/two-factor/enable", { data: { password: person.password } });
  const { totp_uri, recovery_codes } = (await setup.json()) as { totp_uri: string; recovery_codes: string[] };
  const totp = URI.parse(totp_uri);
  if (!(totp instanceof TOTP)) throw new Error("no TOTP");
  const used = totp.generate();
  await theirs.post("/api/auth/two-factor/verify-totp", { data: { code: used } });
  await theirs.dispose();
  const [recoveryCode = ""] = recovery_codes;
  return { ...person, used, recoveryCode, next: () => totp.generate({ timestamp: Date.now() + stepMs }) };
}

test.describe("A person with a second factor", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("A person with a second factor signs in with a code, which is rejected when it is wrong or used", {
    tag: "@main",
  }, async ({ page, app }) => {
    const person = await registerWithFactor(app, "hanne@pier.example");
    const events = heardEvents(page);
    await page.goto("/#/login");
    await giveCredentials(page, person);
    const code = page.getByLabel("Code", { exact: true });
    await expect(code).toBeFocused();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessible(page);
    await expectToFit(page);

    await code.fill("12");
    await code.press("Enter");
    await expect(page.getByText("Please enter the six digits.")).toBeVisible();
    await code.fill(person.used);
    await code.press("Enter");
    await expectToast(page, "Login failed");
    await expectToast(page, "This code is not right, or it was used already. Please enter the next one.");
    await expect(code).toHaveValue(person.used);
    await expect(code).toBeFocused();
    const next = person.next();
    await code.fill(`${next.slice(0, 3)} ${next.slice(3)}`);
    await code.press("Enter");
    await expectToast(page, "Login successful!");
    await expect(page).toHaveURL(/#\/members$/);
    expect(events).toEqual(["INITIAL_SESSION", "MFA_CHALLENGE_VERIFIED", "SIGNED_IN"]);
  });

  test("A person with a second factor signs in with a recovery code, once", async ({ page, app }) => {
    const person = await registerWithFactor(app, "ruth@pier.example");
    for (const isFirst of [true, false]) {
      await page.goto("/#/login");
      await giveCredentials(page, person);
      await page.getByRole("button", { name: "Use a recovery code instead" }).click();
      const code = page.getByLabel("Recovery code", { exact: true });
      await expect(code).toBeFocused();
      if (isFirst) await expectAccessible(page.getByRole("main"));
      await code.fill(person.recoveryCode);
      await code.press("Enter");
      if (isFirst) {
        await expect(page).toHaveURL(/#\/members$/);
        await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
        await expect(page).toHaveURL(/#\/$/);
      } else {
        await expectToast(page, "This recovery code is not right, or it was used already.");
        await page.getByRole("button", { name: "Use the authenticator app instead" }).click();
        await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
      }
    }
  });

  test("A person who signs out before the members area has loaded must enter the password again", async ({
    page,
    app,
  }) => {
    const person = await registerWithFactor(app, "thora@pier.example");
    const letThrough = await hold(page, /\/assets\/(members|home)-page-[^/]*\.js$/);
    await page.goto("/#/login");
    await giveCredentials(page, person);
    await page.getByLabel("Code", { exact: true }).fill(person.next());
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/#\/$/);
    await page.goto("/#/login");
    await expect(page.getByLabel("Email").first()).toHaveValue("");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await letThrough();
  });

  test("A person whose second step times out returns to the sign-in form with the input in place", async ({
    page,
    app,
    context,
  }) => {
    const person = await registerWithFactor(app, "sunniva@pier.example");
    await page.goto("/#/login");
    await giveCredentials(page, person);
    await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
    await context.clearCookies();
    await page.getByLabel("Code", { exact: true }).fill(person.next());
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectToast(page, "Login failed");
    await expectToast(page, "This took too long. Please sign in again.");
    await expect(page.getByLabel("Email").first()).toHaveValue(person.email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(person.password);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back", exact: true })).toBeVisible();
  });
});
