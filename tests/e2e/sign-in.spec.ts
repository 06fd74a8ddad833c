import type { Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { linkIn } from "../support/mailbox.ts";
import { hold } from "./held.ts";
import { createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, signInAsMember, test } from "./test.ts";

const refusedCall = /Failed to load resource/;
const { member } = sampleAccounts;

async function giveCredentials(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.describe("The sign-in form", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("shows a busy state, confirms success, and replaces the sign-in page in the history", async ({ page }) => {
    await page.goto("/#/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/#/login");
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

  test("offers a person with an unverified e-mail to resend the link", async ({ page, app }) => {
    await page.goto("/#/login");
    await giveCredentials(page, { email: "wei.ong@ongcapital.example", password: member.password });
    await expectToast(page, "Login failed");
    await page.getByRole("button", { name: "Send the link again" }).click();
    await expectToast(page, "Verification email sent");
    const mail = await app.mailbox.waitFor("wei.ong@ongcapital.example", /./);
    await page.goto(linkIn(mail));
    await page.getByLabel("Password").fill(member.password);
    await page.getByRole("button", { name: "Verify email address" }).click();
    await expect(page.getByText("Your email address is verified.")).toBeVisible();
    await expectAccessible(page.getByRole("main"));
  });
});

test.describe("A link of an email", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("signs in, and says what to do next when it was used", { tag: "@main" }, async ({ page, app }) => {
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

test.describe("When signing in with Google,", () => {
  test.use({ allowedNoise: [refusedCall] });
  const google = (page: Page) => page.getByRole("button", { name: "Continue with Google" });

  /** As of a club that has set it up: the only one to show the button. */
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

  test("the visitor is redirected with a return URL to the requested page", async ({ page }) => {
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

  test("opens after sign-in for the visitor who requested it", async ({ page }) => {
    await page.goto("/#/members?tab=events");
    await expect(page).toHaveURL(/#\/login$/);
    await giveCredentials(page, member);
    await expect(page).toHaveURL(/#\/members\?tab=events$/);
    await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
  });

  test("shows its loading state while the session loads, and a message before redirecting", async ({ page }) => {
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

  test("shows no sign-in page to a person who returns signed in, as from Google", async ({ page, app }) => {
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

  test("stays loading while the server is unavailable and opens as soon as it responds", async ({ page, app }) => {
    await page.request.post("/api/auth/sign-in/email", { data: member, headers: { origin: app.url } });
    const outages = [502, 503, 504];
    await page.route("**/api/session", async (route) => {
      const status = outages.shift();
      await expect(page.getByText("Loading your member area...")).toBeVisible();
      await (status ? route.fulfill({ status, body: "" }) : route.continue());
    });
    await page.clock.install();
    let answer = page.waitForResponse("**/api/session");
    await page.goto("/#/members?tab=events");
    for (const wait of [1000, 2000, 4000]) {
      await (await answer).finished();
      answer = page.waitForResponse("**/api/session");
      await page.clock.runFor(wait);
    }
    await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
    expect(outages).toEqual([]);
  });

  test("is always on our own origin, whatever the history state says", async ({ page }) => {
    await page.goto("/#/login");
    await page.evaluate((usr) => history.replaceState({ usr, key: "x" }, ""), {
      wanted: "//elsewhere.example/members",
    });
    await page.reload();
    await giveCredentials(page, member);
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/#\/members$/);
  });
});

test("A signed-in visitor of the sign-in page is redirected to the members area", async ({ page }) => {
  await signInAsMember(page, "/#/login");
  await expect(page).toHaveURL(/#\/members$/);
});
