import type { Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { linkIn } from "../support/mailbox.ts";
import { hold } from "./held.ts";
import { createPerson } from "./new-person.ts";
import { giveCredentials } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, signInAsMember, test } from "./test.ts";

const refusedCall = /Failed to load resource/;
const { member } = sampleAccounts;

test.describe("The sign-in form", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("The sign-in form shows a busy state, confirms success, and replaces the sign-in page in the history", async ({
    page,
  }) => {
    await page.goto("/#/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/#/login");
    // The address is an IP address.
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue with a passkey" })).toBeHidden();
    await page.route("**/api/auth/sign-in/email", async (route) => {
      await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
      await expect(page.getByLabel("Email").first()).toBeDisabled();
      await route.continue();
    });
    await giveCredentials(page, member);
    await expectToast(page, "Login successful!");
    await expect(page).toHaveURL(/#\/members$/);
    await page.goBack();
    await expect(page).toHaveURL(/#\/about$/);
  });

  test("The sign-in form offers a person with an unverified e-mail to resend the link", async ({ page, app }) => {
    await page.goto("/#/login");
    await giveCredentials(page, { email: "wei.ong@ongcapital.example", password: member.password });
    await expectToast(page, "Login failed");
    await page.getByRole("button", { name: "Send the link again" }).click();
    await expectToast(page, "Verification email sent");
    await app.mailbox.waitFor("wei.ong@ongcapital.example", /./);
  });
});

test.describe("A link of an email", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("A link of an email signs in, and tells what to do next when it was used", { tag: "@main" }, async ({
    page,
    app,
  }) => {
    const person = await createPerson(app, "lena@pier.example");
    await page.goto("/#/login");
    await page.getByRole("link", { name: "Email me a link to sign in" }).click();
    // The page before has a field of this name too.
    await expect(page.getByRole("heading", { name: "Get a link to sign in", exact: true })).toBeVisible();
    await page.getByLabel("Email").first().fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email", exact: true })).toBeFocused();
    const link = linkIn(await app.mailbox.waitFor(person.email, /link to sign in/));
    await page.goto(link);
    await expect(page).toHaveURL(/#\/use-sign-in-link$/);
    await expectAccessible(page.getByRole("main"));
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expectToast(page, "Login successful!");
    await expect(page).toHaveURL(/#\/members$/);
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/#\/$/);
    await page.goto(link);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("This link was used, or its 15 minutes are over.")).toBeVisible();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await expect(page.getByRole("heading", { name: "Get a link to sign in", exact: true })).toBeFocused();
  });
});

test.describe("Signing in with Google", () => {
  test.use({ allowedNoise: [refusedCall] });
  const google = (page: Page) => page.getByRole("button", { name: "Continue with Google" });

  /** The page is that of a club with Google set up: only such a club shows the button. */
  test.beforeEach(({ page }) =>
    page.route(
      (url) => url.pathname === "/",
      async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        await route.fulfill({
          response,
          body: text.replace('"is_google_available":false', '"is_google_available":true'),
        });
      },
    ),
  );

  test("A visitor who signs in with Google is redirected with a return URL to the requested page", async ({ page }) => {
    await page.goto("/#/members?tab=events");
    await expect(page).toHaveURL(/#\/login$/);
    await page.route("**/api/auth/sign-in/social", async (route) => {
      expect(route.request().postDataJSON()).toEqual({ provider: "google", callbackURL: "/#/members?tab=events" });
      await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
      await route.fulfill({ json: { url: "/#/contact", redirect: true } });
    });
    await google(page).click();
    await expect(page).toHaveURL(/#\/contact$/);
  });
});

test.describe("A page of the members area", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("A page of the members area shows its loading state, and a message before redirecting", async ({ page }) => {
    await page.route("**/api/session", async (route) => {
      await expect(page.getByText("Loading your member area...")).toBeVisible();
      await expect(page.getByRole("banner").getByRole("link", { name: "Member Zone" })).toHaveCount(0);
      await route.continue();
    });
    await page.addInitScript(() => {
      const texts = new Set<string>();
      Object.assign(window, { texts });
      new MutationObserver(() => texts.add(document.querySelector("main")?.textContent ?? "")).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await page.goto("/#/members");
    await expect(page).toHaveURL(/#\/login$/);
    const texts = await page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts]);
    expect(texts.some((text) => text.includes("Redirecting to login..."))).toBe(true);
  });

  test("A page of the members area shows no sign-in page to a person who returns signed in, as from Google", async ({
    page,
    app,
  }) => {
    await page.goto("/#/login");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("session-snapshot"))).toContain("null");
    await page.request.post("/api/auth/sign-in/email", { data: member, headers: { origin: app.url } });
    const answer = await hold(page, "**/api/session");
    // Leaves and reloads, as after a visit to Google.
    await page.goto("about:blank");
    await page.goto("/#/members?tab=events");
    await expect(page.getByText("Loading your member area...")).toBeVisible();
    await expect(page).toHaveURL(/#\/members\?tab=events$/);
    await answer();
    await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
  });
});

test("A signed-in visitor of the sign-in page is redirected to the members area", async ({ page }) => {
  await signInAsMember(page, "/#/login");
  await expect(page).toHaveURL(/#\/members$/);
});
