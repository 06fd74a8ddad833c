import type { Page } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { hold } from "./held.ts";
import { callsWith, createPerson, createSession } from "./new-person.ts";
import { giveCredentials } from "./page-actions.ts";
import { heardEvents } from "./session-events.ts";
import { expect, expectAccessible, signIn, signInAsMember, signInByForm, test } from "./test.ts";

const refusedCall = /Failed to load resource/;
const ended = "Your session has ended. Please sign in again.";

/** Simulates a tab that becomes visible. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test.describe("Two open tabs", () => {
  test("Two open tabs are signed out together, without a reload", { tag: "@main" }, async ({ page, context }) => {
    await signInAsMember(page);
    const other = await context.newPage();
    await other.goto("/#/members?tab=events");
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Member Events");
    // A call that is under way when the session ends would be refused, which is another journey's subject.
    await other.waitForLoadState("networkidle");
    await other.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Invest in\s*Start-ups/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Member Zone" })).toBeVisible();
    await expect(other).toHaveURL(/#\/login$/, { timeout: 1000 });
    await expect(other.getByText(ended)).toHaveCount(0);
    expect(await other.evaluate(() => "isSamePage" in window)).toBe(true);
  });

  test("Two open tabs are signed in together, without a reload", async ({ page, context }) => {
    await page.goto("/#/about");
    await expect(page.getByRole("banner").getByRole("link", { name: "Member Zone" })).toBeVisible();
    const waiting = await context.newPage();
    await waiting.goto("/#/members?tab=events");
    await expect(waiting).toHaveURL(/#\/login$/);
    const events = heardEvents(page);
    const third = await context.newPage();
    await signInByForm(third, sampleAccounts.member);
    await expect(page.getByRole("banner").getByRole("button", { name: "Log out" })).toBeVisible({ timeout: 1000 });
    await expect(waiting).toHaveURL(/#\/members\?tab=events$/, { timeout: 1000 });
    expect(events).toEqual(["SIGNED_IN"]);
  });
});

test.describe("A session that was ended elsewhere", () => {
  test.use({ allowedNoise: [refusedCall] });

  test("A session ended elsewhere is detected when the tab regains focus, and the sign-in page tells why", async ({
    page,
    app,
  }) => {
    const person = await createPerson(app, "jorun@pier.example");
    await signIn(page, person, "/#/members?tab=events");
    await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
    const events = heardEvents(page);
    const other = await callsWith(await createSession(app, person.id));
    expect((await other.delete("/api/account/sessions")).status()).toBe(200);
    await other.dispose();
    await comeBack(page);
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByText(ended)).toBeVisible();
    await expectAccessible(page.getByRole("main"));
    expect(events).toEqual(["SIGNED_OUT"]);
    await giveCredentials(page, person);
    await expect(page).toHaveURL(/#\/members\?tab=events$/);
  });

  test("A session ended elsewhere is detected when a request is rejected", { tag: "@main" }, async ({
    page,
    context,
  }) => {
    await signInAsMember(page);
    // A late call would be rejected, and leave no link to press.
    await page.waitForLoadState("networkidle");
    await context.clearCookies();
    // The click has no pointer: what pointing loads ahead may be rejected before the press.
    await page.getByRole("link", { name: "Member Directory" }).dispatchEvent("click");
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByText(ended)).toBeVisible();
  });
});

test("The session snapshot in the browser holds no secret", async ({ page, context }) => {
  await signInByForm(page, sampleAccounts.member);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(await page.evaluate(() => document.cookie)).toBe("");
  expect(page.url()).not.toContain("@");
  expect(kept).toContain(sampleAccounts.member.email);
  expect(kept).not.toMatch(/identities|factors|provider|password|eyJ[\w-]+\.eyJ/);
  const cookies = await context.cookies();
  // Session, known-device and browser cookies.
  expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
    [true, "Lax"],
    [true, "Lax"],
    [true, "Lax"],
  ]);
  // The device cookie starts with the user id, which is public; its signature is secret.
  for (const { value } of cookies) expect(kept).not.toContain(value.slice(-20));
  const session = cookies.find(({ name }) => name.endsWith("session_token"));
  expect(kept).not.toContain(session?.value.slice(0, 20));
});

test("An expired session leaves no personal data in the browser", async ({ page }) => {
  await signInAsMember(page);
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("session-snapshot") ?? "");
    kept.session.expires_at = Math.floor(Date.now() / 1000) - 1;
    localStorage.setItem("session-snapshot", JSON.stringify(kept));
  });
  const answer = await hold(page, "**/api/session");
  await page.goto("about:blank");
  await page.goto("/#/about");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("session-snapshot"))).toBeNull();
  await answer();
});

test.describe("A session with less than three ticks left", () => {
  test.use({ allowedNoise: [refusedCall] });

  // Pending routes would fail after the test.
  test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

  /** Leaves a minute of ten. Before, no tick of a slow machine's clock finds less than three left. */
  const closeToEnd = 540_000;

  /** Overrides `expires_at`, and other fields, in session responses. The newest override wins. */
  async function letSessionEndIn(page: Page, seconds: number, changes: object = {}): Promise<void> {
    const now = await page.evaluate(() => Date.now());
    // Constant across requests, as for one session.
    const expires_at = Math.floor(now / 1000) + seconds;
    await page.route("**/api/session", async (route) => {
      const { session } = await (await route.fetch()).json();
      await route.fulfill({ json: { session: { ...session, expires_at, ...changes } } });
    });
  }

  test("A session with less than three ticks left is refreshed at the next tick, and its role is reloaded", async ({
    page,
  }) => {
    await page.clock.install();
    await signInAsMember(page);
    const events = heardEvents(page);
    await letSessionEndIn(page, 600);
    await comeBack(page);
    await expect.poll(() => events).toEqual(["USER_UPDATED"]);
    const refreshed = page.waitForResponse("**/api/session/refresh");
    await letSessionEndIn(page, 3600, { role: "admin" });
    await page.clock.fastForward(closeToEnd);
    expect((await refreshed).status()).toBe(200);
    await expect(page.getByText("Admin Access")).toBeVisible();
    expect(events).toEqual(["USER_UPDATED", "TOKEN_REFRESHED", "USER_UPDATED"]);
  });
});
