import { sampleAccounts } from "#server/sample/sample-club.ts";
import { linkIn } from "../support/mailbox.ts";
import { expect, expectAccessible, expectToast, signInAsMember, test } from "./test.ts";

const refusedCall = /Failed to load resource/;

test.describe("Signing in", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("tells a person that e-mail or password are wrong, and keeps what was typed", async ({ page }) => {
    await page.goto("/#/login");
    await expectAccessible(page);
    await page.getByLabel("Email").first().fill(sampleAccounts.member.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Login failed", { exact: true })).toBeVisible();
    await expect(
      page.getByText("Invalid email or password. Please check your credentials and try again.", { exact: true }),
    ).toBeVisible();
    await expect(page.getByLabel("Email").first()).toHaveValue(sampleAccounts.member.email);
    await expectAccessible(page);
  });

  test("says that Google is not to be had, where the club has not set it up", async ({ page }) => {
    await page.goto("/#/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expectToast(page, "Google Sign In Error");
    await expectToast(page, "Unable to sign in with Google. Please try again.");
  });

  test("offers whoever has not verified their e-mail the link again", async ({ page, club }) => {
    await page.goto("/#/login");
    await page.getByLabel("Email").first().fill("wei.ong@ongcapital.example");
    await page.getByLabel("Password", { exact: true }).fill(sampleAccounts.member.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectToast(page, "Login failed");
    await page.getByRole("button", { name: "Send the link again" }).click();
    await expectToast(page, "Verification email sent");
    const mail = await club.mailbox.waitFor("wei.ong@ongcapital.example", /./);
    await page.goto(linkIn(mail));
    await expect(page.getByText("Your email address is verified.")).toBeVisible();
    await expectAccessible(page);
    await page.goto(linkIn(mail).replace(/token=[^&]+/, "token=made-up"));
    await expectToast(page, "This link is not valid any more. Sign in to ask for a new one.");
  });
});

test("A visitor of the members area is taken to the sign-in page", async ({ page }) => {
  await page.goto("/#/members?tab=events");
  await expect(page).toHaveURL(/#\/login$/);
});

test("A signed-in visitor of the sign-in page is taken to the members area", async ({ page }) => {
  await signInAsMember(page);
  await page.goto("/#/login");
  await expect(page).toHaveURL(/#\/members$/);
});

test.describe("Without a network", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("logging out says that the person is still signed in", async ({ page, context }) => {
    await signInAsMember(page);
    await context.setOffline(true);
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expectToast(page, "You are still signed in");
  });
});

test("Logging out in one tab signs out the other without a reload", async ({ page, context }) => {
  await signInAsMember(page);
  const other = await context.newPage();
  await other.goto("/#/members");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Priya");
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Invest in\s*Start-ups/);
  await expect(page.getByRole("banner").getByRole("link", { name: "Member Zone" })).toBeVisible();
  await expect(other).toHaveURL(/#\/login$/);
});
