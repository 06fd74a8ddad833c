import { readFileSync } from "node:fs";
import { type APIRequestContext, type Page, type Route, request } from "@playwright/test";
import { TOTP, URI } from "otpauth";
import { buildSubmission } from "#server/sample/builders.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { linkIn } from "../support/mailbox.ts";
import { callsWith, createInvestor, createPerson, createSession } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInAsMember, test } from "./test.ts";

const refusedCall = /Failed to load resource/;
const halfMinute = 30_000;

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const security = "/#/members?tab=account&view=security";
const sessionsName = "Where you are signed in";

async function openAccount(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Account", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "You", exact: true })).toBeVisible();
  await expect(page.getByLabel("Full name")).toBeVisible();
}

const partLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Account" }).getByRole("link", { name, exact: true });

/** Through the API, as from another browser. */
async function signInElsewhere(baseURL: string, { email, password }: { email: string; password: string }) {
  const context = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  const call = (path: string, data: object) => context.post(`/api/auth/${path}`, { data });
  expect((await call("sign-in/email", { email, password })).status()).toBe(200);
  return { call, isSignedIn: () => isSignedIn(context), close: () => context.dispose() };
}

const isSignedIn = async (calls: APIRequestContext) =>
  (await (await calls.get("/api/session")).json()).session !== null;

function authenticatorOf(address: string | null): TOTP {
  const authenticator = URI.parse(address ?? "");
  if (!(authenticator instanceof TOTP)) throw new Error("not an address for codes that change with time");
  return authenticator;
}

test.use({ allowedNoise: [refusedCall] });

test("The account page tells where the name comes from, also after a profile was approved in the meantime", async ({
  page,
  app,
}) => {
  const own = await createPerson(app, "approved@account.example", { status: "approved", full_name: "Nadia Rahimi" });
  await signIn(page, own);
  await openAccount(page);
  await expect(page.getByText("The club calls you this until you submit a profile")).toBeVisible();
  await app.db.insertInto("member_profiles").values({ user_id: own.id, full_name: "Nadia Rahimi" }).execute();
  await page.getByRole("link", { name: "Member Events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Member Events" })).toBeVisible();
  await openAccount(page);
  await expect(page.getByText("The club and its members call you by the name in your profile.")).toBeVisible();
});

test("A member opens the account page beside Log out: it offers a retry and fits a narrow phone", async ({ page }) => {
  await test.step("a page that could not be loaded is loaded again, and no tab is selected", async () => {
    await page.route("**/api/account", (route) => route.abort());
    await signInAsMember(page);
    await page.getByRole("main").getByRole("link", { name: "Account", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Your account could not be loaded", exact: true })).toBeVisible();
    await page.unroute("**/api/account");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "You", exact: true })).toBeVisible();
    await expect(page).toHaveURL(/#\/members\?tab=account$/);
    await expect(page).toHaveTitle("You, Account | Kindling");
    const tabs = page.getByRole("navigation", { name: "Members area" }).getByRole("link");
    await expect(tabs).toHaveText(["Investments", "Member Directory", "Member Events"]);
    await expect(tabs.and(page.locator("[aria-current]"))).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: "Account" })).toHaveAttribute("aria-current", "page");
  });

  await test.step("its forms fit a narrow phone", async () => {
    await page.getByRole("button", { name: "Change email" }).click();
    await page.goto(`${security}&change=password`);
    await expect(page.getByLabel("Current password")).toBeFocused();
    // Google is not configured in the sample club.
    await expect(page.getByRole("region", { name: "Google" })).toHaveCount(0);
    await page.getByRole("button", { name: "Set up two-factor sign-in" }).click();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step("a phone lists the parts, and each has the way back to the list", async () => {
    await page.getByRole("link", { name: /All parts/ }).click();
    const parts = page.getByRole("navigation", { name: "Account" });
    await expect(parts.getByRole("link")).toHaveCount(6);
    await expect(page.getByLabel("Full name")).toBeHidden();
    await expectAccessible(page);
    await expectToFit(page);
    await parts.getByRole("link", { name: /^Your data/ }).click();
    await expect(page).toHaveTitle("Your data, Account | Kindling");
    await expect(parts.getByRole("link")).toHaveCount(1);
  });

  await test.step("a former address leads to the part and the section", async () => {
    await page.goto("/#/members?tab=account#sessions");
    await expect(page).toHaveURL(/view=security#sessions$/);
    await expect(section(page, sessionsName)).toBeFocused();
    await page.goto("/#/members?tab=account&view=statements");
    await expect(page).toHaveURL(/view=investor$/);
    await expect(section(page, "Statements")).toBeVisible();
  });
});

test.describe("A person on their own account page", () => {
  test("A person changes name, sessions and password with the keyboard alone", { tag: "@main" }, async ({
    page,
    app,
  }) => {
    const person = await createPerson(app, "mads@ferry.example");
    const [first, second] = await Promise.all([1, 2].map(async () => callsWith(await createSession(app, person.id))));
    await signIn(page, person);
    const tabTo = async (name: string | RegExp) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        const focused = page
          .locator(":focus")
          .and(page.getByRole("link", { name }).or(page.getByRole("button", { name })));
        if ((await focused.count()) > 0) return;
      }
      throw new Error(`no ${name} to be reached by Tab`);
    };
    await tabTo("Account");
    await page.keyboard.press("Enter");

    await test.step("their name, which updates the head of the page", async () => {
      const name = page.getByLabel("Full name");
      await name.focus();
      await name.fill("O");
      await tabTo("Save name");
      await page.keyboard.press("Enter");
      await expect(name).toHaveAccessibleDescription("Please enter at least 2 characters.");
      await expect(name).toBeFocused();
      await name.fill("  Odile Marchetti ");
      await name.press("Enter");
      await expectToast(page, "Name saved");
      await expect(page.getByRole("main").getByText("Odile Marchetti", { exact: true })).toBeVisible();
      await expect(name).toHaveValue("Odile Marchetti");
    });

    await test.step("sessions of one other device, then of all others", async () => {
      await partLink(page, "Sign-in and security").press("Enter");
      const sessions = section(page, sessionsName);
      const rows = sessions.getByRole("listitem").filter({ hasText: "Chrome on Linux" });
      await expect(rows).toHaveCount(3);
      await expect(rows.filter({ hasText: "This device" })).toHaveCount(1);
      await expect(rows.filter({ hasText: "This device" }).getByRole("button")).toHaveCount(0);
      await rows.getByRole("button", { name: "Sign out Chrome on Linux" }).first().press("Enter");
      await expectToast(page, "Signed out there");
      await expect(rows).toHaveCount(2);
      await expect(sessions).toBeFocused();
      await sessions.getByRole("button", { name: "Sign out everywhere else" }).press("Enter");
      await expectToast(page, "Signed out everywhere else");
      await expect(rows).toHaveCount(1);
      for (const other of [first, second]) expect(await isSignedIn(other as APIRequestContext)).toBe(false);
      await page.reload();
      await expect(rows).toHaveCount(1);
    });

    await test.step("their password, which revokes their other session", async () => {
      const other = await callsWith(await createSession(app, person.id));
      const current = page.getByLabel("Current password");
      const next = page.getByLabel("New password");
      await tabTo("Change password");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Current password")).toBeFocused();
      await tabTo("Cancel");
      await page.keyboard.press("Enter");
      await expect(section(page, "Password")).toBeFocused();
      await tabTo("Change password");
      await page.keyboard.press("Space");
      await expect(page.getByLabel("Current password")).toBeFocused();
      await current.fill("not it");
      await next.fill("a quay of one's own");
      await next.press("Enter");
      await expect(current).toHaveAccessibleDescription("The current password is not right.");
      await expect(current).toBeFocused();
      await expect(next).toHaveValue("a quay of one's own");
      await current.fill(person.password);
      await next.fill("password1");
      await next.press("Enter");
      await expect(next).toHaveAccessibleDescription(/too easy to guess.* one of the most common passwords/);
      await expect(current).toHaveValue(person.password);
      await next.fill("a quay of one's own");
      await next.press("Enter");
      await expectToast(page, "You are signed out everywhere else.");
      await expect(current).toHaveCount(0);
      await expect(section(page, "Password")).toBeFocused();
      expect(await isSignedIn(other)).toBe(false);
      await (await signInElsewhere(app.url, { ...person, password: "a quay of one's own" })).close();
    });
  });

  test("A person changes their e-mail after confirming from both addresses", async ({ page, app }) => {
    const person = await createPerson(app, "nele@ferry.example");
    await signIn(page, person, "/#/members?tab=account");
    const email = section(page, "Email");
    const ask = async () => {
      await email.getByRole("button", { name: "Change email" }).click();
      await email.getByLabel("New email").fill("nele@harbour.example");
      await email.getByLabel("Password").fill(person.password);
      await email.getByRole("button", { name: "Change email" }).click();
      await expectToast(page, "Two emails are on their way");
    };
    await email.getByRole("button", { name: "Change email" }).click();
    await email.getByLabel("New email").fill("nele@harbour.example");
    await email.getByLabel("Password").fill("not it");
    await email.getByRole("button", { name: "Change email" }).click();
    await expect(email.getByLabel("Password")).toHaveAccessibleDescription("The current password is not right.");
    await expect(email.getByLabel("New email")).toHaveValue("nele@harbour.example");
    await email.getByRole("button", { name: "Cancel" }).click();

    await ask();
    await expect(email.getByText("Not confirmed yet")).toHaveCount(2);
    await expect(email.getByRole("listitem")).toContainText(["nele@ferry.example", "nele@harbour.example"]);
    await expectAccessible(email);
    const cancelled = linkIn(await app.mailbox.waitFor("nele@harbour.example", /./));
    await email.getByRole("button", { name: "Cancel the change" }).click();
    await expectToast(page, "The change of email was cancelled");
    await expect(email).toBeFocused();

    await ask();
    await expect.poll(async () => linkIn(await app.mailbox.waitFor("nele@harbour.example", /./))).not.toBe(cancelled);
    const elsewhere = await page.context().newPage();
    const link = linkIn(await app.mailbox.waitFor("nele@harbour.example", /./));
    for (const method of ["HEAD", "GET"]) await page.request.fetch(link, { method });
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole("heading", { name: "Change of email address", exact: true })).toBeVisible();
    await expect(
      elsewhere.getByText(/changes once both the old address and the new one have confirmed it/),
    ).toBeVisible();
    await expect(elsewhere).toHaveURL(/:\d+\/#\/confirm-email-change$/);
    await elsewhere.setViewportSize({ width: 320, height: 700 });
    await expectToFit(elsewhere);
    await expectAccessible(elsewhere);
    const { email_change } = await (await page.request.get("/api/account")).json();
    expect(email_change).toMatchObject({ is_old_confirmed: false, is_new_confirmed: false });
    await elsewhere.route("**/api/auth/confirm-email-change", async (route) => {
      await expect(elsewhere.getByRole("button", { name: "Confirming..." })).toBeVisible();
      await route.abort();
    });
    const confirm = elsewhere.getByRole("button", { name: "Confirm the change" });
    await confirm.click();
    await expectToast(elsewhere, "The change was not confirmed");
    await elsewhere.unroute("**/api/auth/confirm-email-change");
    await confirm.press("Enter");
    await expectToast(elsewhere, "Please open the link in the email to the other address too.");
    await elsewhere.goto(link);
    await confirm.click();
    await expect(elsewhere.getByRole("heading", { name: "This link does not work", exact: true })).toBeFocused();
    await page.reload();
    await expect(email.getByRole("listitem").filter({ hasText: "nele@harbour.example" })).toContainText("Confirmed");
    await expect(email.getByText("Not confirmed yet")).toHaveCount(1);
    await elsewhere.goto("about:blank");
    await elsewhere.goto(linkIn(await app.mailbox.waitFor("nele@ferry.example", /Confirm/)));
    await confirm.click();
    await expectToast(elsewhere, "Your email address has changed");
    await page.reload();
    await expect(email.getByText("Your email address is nele@harbour.example.")).toBeVisible();
    await expect(email.getByRole("button", { name: "Change email" })).toBeVisible();

    await (await signInElsewhere(app.url, { ...person, email: "nele@harbour.example" })).close();
  });

  test("A person enables two-factor sign-in, signs in with an app code and a recovery code, and disables it", async ({
    page,
    app,
  }) => {
    const person = await createPerson(app, "ivo@ferry.example");
    await signIn(page, person, security);
    const twoFactor = section(page, "Two-factor");
    const givePassword = async (button: string) => {
      await expect(twoFactor.getByLabel("Password")).toBeFocused();
      await page.keyboard.type(person.password);
      await twoFactor.getByRole("button", { name: button }).click();
    };

    await twoFactor.getByRole("button", { name: "Set up two-factor sign-in" }).click();
    await givePassword("Confirm password");
    await expect(twoFactor.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    const authenticator = authenticatorOf(
      await twoFactor.getByRole("link", { name: "open it here" }).getAttribute("href"),
    );
    const code = twoFactor.getByLabel("Six-digit code");
    await expectAccessible(twoFactor);
    await code.fill("12345");
    await code.press("Enter");
    await expect(code).toHaveAccessibleDescription("Please enter the six digits.");
    await code.fill(authenticator.generate({ timestamp: Date.now() - 100 * halfMinute }));
    await expect(code).toHaveAccessibleDescription(/This code is not right/);
    await code.fill(authenticator.generate().replace(/^.../, "$& "));
    await expectToast(page, "Two-factor sign-in is on");

    const shown = page.getByRole("region", { name: "Your recovery codes" });
    await expect(shown).toBeFocused();
    const recoveryCodes = await shown.getByRole("listitem").allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    await expectAccessible(shown);
    const download = await downloadFrom(shown.getByRole("button", { name: "Download as text file" }));
    expect(download.suggestedFilename()).toBe("kindling-recovery-codes.txt");
    expect(readFileSync(await download.path(), "utf8")).toContain(recoveryCodes.join("\n"));
    await expect(shown.getByRole("button", { name: "Hide the codes" })).toBeDisabled();
    await shown.getByLabel("I have saved them").check();
    await shown.getByRole("button", { name: "Hide the codes" }).click();
    await expect(twoFactor).toBeFocused();
    await expect(twoFactor.getByText("You have 10 recovery codes left", { exact: false })).toBeVisible();
    expect(await page.content()).not.toContain(recoveryCodes[0]);

    const other = await signInElsewhere(app.url, person);
    expect(await other.isSignedIn()).toBe(false);
    const next = authenticator.generate({ timestamp: Date.now() + halfMinute });
    expect((await other.call("two-factor/verify-totp", { code: next })).status()).toBe(200);
    expect(await other.isSignedIn()).toBe(true);
    await other.close();
    const lost = await signInElsewhere(app.url, person);
    expect((await lost.call("two-factor/verify-backup-code", { code: recoveryCodes[0] })).status()).toBe(200);
    await lost.close();
    await page.reload();
    await expect(twoFactor.getByText("You have 9 recovery codes left")).toBeVisible();

    await twoFactor.getByRole("button", { name: "Manage two-factor sign-in" }).click();
    await expectAccessible(twoFactor);
    await twoFactor.getByRole("button", { name: "Make new recovery codes" }).click();
    await givePassword("Make new codes");
    await expectToast(page, "You have new recovery codes");
    expect(await shown.getByRole("listitem").allInnerTexts()).not.toContain(recoveryCodes[1]);
    await shown.getByLabel("I have saved them").check();
    await shown.getByRole("button", { name: "Hide the codes" }).click();
    await twoFactor.getByRole("button", { name: "Manage two-factor sign-in" }).click();
    await twoFactor.getByRole("button", { name: "Turn off two-factor sign-in" }).click();
    await givePassword("Turn it off");
    await expectToast(page, "Two-factor sign-in is off");
    await expect(twoFactor.getByText(/^Off\. /)).toBeVisible();
  });
});

test("A rejected person can open their account page and no other page of the members area", async ({ page }) => {
  const gordon = { email: "gordon@trimble.example", password: sampleAccounts.member.password };
  await signIn(page, gordon, "/#/members?tab=directory");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your membership was not approved");
  await openAccount(page);
  await expect(page.getByText("Your membership was not approved.")).toBeVisible();
  const parts = page.getByRole("navigation", { name: "Account" }).getByRole("link");
  await expect(parts).toHaveText(["You", "Sign-in and security", "Investor details", "Your data"]);
  await expect(page.getByRole("navigation", { name: "Members area" })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe("An account that is not in the sample data", () => {
  const account = {
    has_password: false,
    google_email: "priya@mail.example",
    is_google_available: true,
    passkeys: [],
    recovery_codes_left: 0,
    is_two_factor_required: true,
    email_change: null,
    sessions: [],
    deletion_request: null,
    submission_views: [],
  };
  const show = (page: Page, changes: Partial<typeof account>) =>
    page.route("**/api/account", (route) => route.fulfill({ json: { ...account, ...changes } }));

  test("An account without a password tells how to set one; with one, Google's connection asks for it", async ({
    page,
    app,
  }) => {
    const person = await createPerson(app, "runa@ferry.example");
    await test.step("without a password", async () => {
      await show(page, {});
      await signIn(page, person, security);
      await expect(section(page, "Google")).toContainText(
        "This is your only way to sign in. Please set a password first.",
      );
      await expect(section(page, "Google").getByRole("button")).toHaveCount(0);
      await expect(section(page, "Two-factor")).toContainText("Admins of this club need it.");
      await expect(page.getByRole("button", { name: /^(Change email|Set up)/ })).toHaveCount(0);
      await expectAccessible(page.getByRole("main"));
      await section(page, "Password").getByRole("button", { name: "Send me the link" }).click();
      await expectToast(page, "The email is on its way");
      expect(linkIn(await app.mailbox.waitFor(person.email, /password/i))).toContain("/#/reset-password?token=");
    });

    await test.step("with Google and a password", async () => {
      await show(page, { has_password: true });
      const sent: unknown[] = [];
      const answerWith = (json: object) => (route: Route) => {
        sent.push(route.request().postDataJSON());
        return route.fulfill({ json });
      };
      await page.route("**/api/account/identities/google", answerWith({ status: true }));
      await page.route("**/api/auth/link-social", answerWith({ url: "/#/members?tab=events", redirect: true }));
      await page.reload();
      const google = section(page, "Google");
      await google.getByRole("button", { name: "Disconnect Google" }).click();
      await expectAccessible(google);
      await google.getByRole("button", { name: "Cancel" }).click();
      await expect(google).toBeFocused();
      await google.getByRole("button", { name: "Disconnect Google" }).click();
      await expect(google.getByLabel("Password")).toBeFocused();
      await page.keyboard.type("seven quiet lanterns");
      await show(page, { has_password: true, google_email: null as unknown as string });
      await page.keyboard.press("Enter");
      await expectToast(page, "Google is disconnected");
      await google.getByRole("button", { name: "Connect Google" }).click();
      await expect(google.getByLabel("Password")).toBeFocused();
      await page.keyboard.type("seven quiet lanterns");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/tab=events/);
      const password = "seven quiet lanterns";
      expect(sent).toEqual([{ password }, { provider: "google", password }]);
    });
  });
});

test("A person who registered without a name is asked for it while an admin decides", async ({ page, app }) => {
  await signIn(page, await createPerson(app, "thora@ferry.example"), "/#/members?tab=events");
  const form = page.getByRole("form", { name: "Tell the club your name" });
  await form.getByRole("button", { name: "Send my name" }).click();
  await expect(form.getByText("Please enter at least 2 characters.")).toBeVisible();
  await expectAccessible(form);
  await form.getByLabel("What is your name?").fill("Thora Lind");
  await form.getByRole("button", { name: "Send my name" }).click();
  await expectToast(page, "Name saved");
  await expect(form).toBeHidden();
  await page.reload();
  await expect(page.getByRole("main").getByText("Thora Lind", { exact: true })).toBeVisible();
  await expect(form).toBeHidden();
  await page.goto("/#/members?tab=directory&view=submit");
  await expect(page.getByLabel("Full name"), "asked for once").toHaveValue("Thora Lind");

  const member = await createInvestor(app, "signe@ferry.example");
  const approved_at = new Date("2020-01-01T12:00:00Z");
  await app.db.updateTable("user_roles").set({ approved_at }).where("user_id", "=", member.id).execute();
  await app.db.updateTable("auth.users").set({ name: "" }).where("id", "=", member.id).execute();
  await signIn(page, member, "/#/members");
  await page.reload();
  await expect(form, "a member is asked on the first screen").toContainText("Admins and other members see it.");
  await form.getByLabel("What is your name?").fill("Signe Lind");
  await form.getByRole("button", { name: "Send my name" }).click();
  await expect(form).toBeHidden();

  const person = await createPerson(app, "hedda@ferry.example");
  await buildSubmission(app.db, { user_id: person.id, full_name: "Hedda Lind" });
  await signIn(page, person, "/#/members?tab=directory&view=submit");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Submission Already Exists", exact: true })).toBeVisible();
  await expect(form, "a submitted profile has the name").toBeHidden();
});
