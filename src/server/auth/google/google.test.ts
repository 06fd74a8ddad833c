import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { symmetricEncodeJWT } from "better-auth/crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#server/open-app.ts";
import { buildInvitation, buildPerson, type Person } from "#server/sample/builders.ts";
import { type MockGoogle, startMockGoogle } from "#tests/support/mock-google.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Answer, type Call, createTestApp, openTestApp } from "#tests/support/test-app.ts";
import { createLimits } from "../limits.ts";
import { createGoogleProvider } from "./google-provider.ts";

const appUrl = "http://127.0.0.1:3000";
const password = "seven quiet lanterns";
const members = `${appUrl}/#/members`;
const password_hash = await hashPassword(password);
const google = await startMockGoogle({ sub: "nobody" });
const club = await openTestApp({ google: google.settings, adminEmails: ["first@kindling.example"] });
afterAll(() => google.stop());

let count = 0;
/** Switches the mock to a new account, verified and hosted by Google by default. */
function become(account: Partial<MockGoogle["account"]>): MockGoogle["account"] {
  count += 1;
  const hd = account.email?.split("@")[1]?.toLowerCase();
  google.account = { sub: `google-${count}`, email_verified: true, hd, name: "Mina Castell", ...account };
  return google.account;
}

const cookiesOf = ({ headers }: Answer) => headers.getSetCookie().filter((cookie) => !cookie.includes("Max-Age=0"));
const asHeader = (answer: Answer) => ({
  cookie: cookiesOf(answer)
    .map((cookie) => cookie.split(";")[0])
    .join("; "),
});
const begin = (callbackURL?: string, call: Call = club.visitor) =>
  call("POST", "/api/auth/sign-in/social", { provider: "google", ...(callbackURL !== undefined && { callbackURL }) });
const comeBack = (search: string, headers: Record<string, string>, call: Call = club.visitor) =>
  call("GET", `/api/auth/callback/google${search}`, undefined, headers);

/** Follows the redirects of a whole sign-in. */
async function signIn(callbackURL?: string): Promise<Answer> {
  const begun = await begin(callbackURL);
  return comeBack(await google.visit(begun.body.url), asHeader(begun));
}

const locationOf = ({ status, headers }: Answer) => [status, headers.get("location")];
function errorOf(answer: Answer): [string | null, string | null] {
  const location = answer.headers.get("location") ?? "";
  expect([answer.status, location.startsWith(`${appUrl}/#/login?error=`)]).toEqual([302, true]);
  expect(cookiesOf(answer)).toEqual([]);
  const query = new URLSearchParams(location.split("?")[1]);
  return [query.get("error"), query.get("error_description")];
}
const sessionAfter = async (answer: Answer) =>
  (await club.visitor("GET", "/api/session", undefined, asHeader(answer))).body.session;
const personOf = (email: string) =>
  club.db.selectFrom("auth.users").selectAll().where("email", "=", email).executeTakeFirst();
const accountsOf = (person: { id: string }) =>
  club.db
    .selectFrom("auth.accounts")
    .select(["provider_id", "account_id", "email"])
    .where("user_id", "=", person.id)
    .orderBy("created_at")
    .execute();
const auditsOf = async (person: { id: string }) =>
  club.db
    .selectFrom("audit_events")
    .select(["kind", "actor_id", "details"])
    .where("subject_id", "=", person.id)
    .orderBy("id")
    .execute();
const usersCount = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from auth.users`.execute(club.db);
  return rows[0]?.n;
};

describe("POST /auth/sign-in/social", () => {
  it("rejects other providers", async () => {
    const { status, body } = await club.visitor("POST", "/api/auth/sign-in/social", { provider: "elsewhere" });
    expect([status, body.code]).toEqual([422, "invalid_body"]);
  });
  it("redirects to Google with state, nonce and PKCE, and sets the attempt cookie", async () => {
    const answer = await begin();
    expect([answer.status, answer.body.redirect]).toEqual([200, true]);
    const url = new URL(answer.body.url);
    expect(url.origin).toBe(new URL(google.settings.discoveryUrl).origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "club",
      response_type: "code",
      redirect_uri: "http://127.0.0.1:3000/api/auth/callback/google",
      scope: "openid email profile",
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(/^kindling\.google_attempt=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });
  it("returns 404 when Google is not configured", async () => {
    const without = await createTestApp();
    const { status, body } = await without.visitor("POST", "/api/auth/sign-in/social", { provider: "google" });
    expect([status, body.code, body.detail]).toEqual([
      404,
      "google_not_configured",
      "Signing in with Google is not set up at this club. Please sign in with your password.",
    ]);
    const call = await without.as(await buildPerson(without.db, { password_hash }));
    const connecting = await call("POST", "/api/auth/link-social", { provider: "google", password });
    expect([connecting.status, connecting.body.code]).toEqual([404, "google_not_configured"]);
    await without.close();
  });
  it("returns 503 while Google is down, at the start and in the callback, and works again when Google is back", async () => {
    const down = await startMockGoogle({ sub: "down" });
    const other = await createTestApp({ google: down.settings });
    await down.goDown();
    const refused = await begin(undefined, other.visitor);
    expect([refused.status, refused.body.code]).toEqual([503, "google_unavailable"]);
    await down.comeBack();
    const begun = await begin(undefined, other.visitor);
    expect(begun.status).toBe(200);
    const search = await down.visit(begun.body.url);
    await down.goDown();
    expect(errorOf(await comeBack(search, asHeader(begun), other.visitor))).toEqual([
      "google_unavailable",
      "Unable to sign in with Google. Please try again.",
    ]);
    await other.close();
  });
  it("times out when Google does not answer", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const discoveryUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/.well-known/openid-configuration`;
    const provider = createGoogleProvider({ ...google.settings, discoveryUrl }, appUrl, 0.05);
    await expect(provider.begin({ state: "s", nonce: "n", code_verifier: "v" })).rejects.toThrow("timed out");
    silent.closeAllConnections();
    silent.close();
  });
});

describe("POST /auth/link-social", () => {
  let person: Person;
  let call: Call;
  beforeAll(async () => {
    person = await buildPerson(club.db, { password_hash });
    call = await club.as(person);
  });
  /** @param cookie session at the time of the callback. */
  const connect = async (cookie?: string) => {
    const begun = await call("POST", "/api/auth/link-social", { provider: "google", password });
    const both = [cookie ?? (await club.cookieOf(person)), asHeader(begun).cookie].filter(Boolean).join("; ");
    return comeBack(await google.visit(begun.body.url), { cookie: both });
  };

  it("rejects another provider", async () => {
    expect((await call("POST", "/api/auth/link-social", { provider: "elsewhere", password })).status).toBe(422);
  });
  it("rejects a wrong or missing password", async () => {
    const guesser = await club.as(await buildPerson(club.db, { password_hash }));
    const begun = [];
    for (const given of [undefined, "", "a guess"]) {
      const answer = await guesser("POST", "/api/auth/link-social", { provider: "google", password: given });
      begun.push([answer.status, answer.body.code, cookiesOf(answer)]);
    }
    expect(begun).toEqual([
      [422, "invalid_body", []],
      [422, "invalid_body", []],
      [400, "wrong_password", []],
    ]);
  });
  it("rejects a Google account that belongs to another person, or whose e-mail does", async () => {
    const other = await buildPerson(club.db);
    const account = become({ email: other.email });
    expect(errorOf(await connect())[0]).toBe("google_taken");
    await signIn();
    google.account = { ...account, email: "changed@mail.example" };
    expect(errorOf(await connect())).toEqual([
      "google_taken",
      "This Google account belongs to another account of the club.",
    ]);
    expect(await accountsOf(person)).toHaveLength(1);
  });
  it("rejects a Google account with an unverified e-mail", async () => {
    become({ email: "loose@mail.example", email_verified: false });
    expect(errorOf(await connect())[0]).toBe("google_email_not_verified");
  });
  it("connects nothing when the person has signed out in that browser, or another person has signed in", async () => {
    become({ email: "late@mail.example" });
    expect(errorOf(await connect(""))[0]).toBe("session_missing");
    const somebodyElse = await club.cookieOf(await buildPerson(club.db));
    expect(errorOf(await connect(somebodyElse))[0]).toBe("session_missing");
  });
  it("connects a Google account with another e-mail, which can then sign in, writes an audit row and mails the person", async () => {
    await takeMails(club);
    const account = become({ email: "elsewhere@mail.example" });
    expect(locationOf(await connect())).toEqual([302, `${appUrl}/#/members?tab=account&view=security`]);
    expect(await accountsOf(person)).toMatchObject([
      { provider_id: "credential" },
      { provider_id: "google", account_id: account.sub, email: "elsewhere@mail.example" },
    ]);
    expect(await auditsOf(person)).toEqual([{ kind: "google_connected", actor_id: person.id, details: {} }]);
    const [mail, ...others] = await takeMails(club);
    expect([mail?.to, mail?.subject, others]).toEqual([person.email, "Google signs you in at Kindling", []]);
    expect(mail?.text).toContain("The Google account elsewhere@mail.example is now connected to your account");
    expect((await sessionAfter(await signIn())).user).toMatchObject({ id: person.id, email: person.email });
    expect(locationOf(await connect())).toEqual([302, `${appUrl}/#/members?tab=account&view=security`]);
  });
  it("rejects a second Google account", async () => {
    become({ email: "second@mail.example" });
    expect(errorOf(await connect())[0]).toBe("other_google_connected");
  });
});

describe("GET /auth/callback/google", () => {
  it("signs in the person with the verified e-mail, ends the earlier session, connects the account and mails them", async () => {
    const person = await buildPerson(club.db);
    const former = await club.cookieOf(person);
    const account = become({ email: person.email.toUpperCase() });
    const begun = await begin();
    const cookie = `${asHeader(begun).cookie}; ${former}`;
    await takeMails(club);
    const answer = await comeBack(await google.visit(begun.body.url), { cookie });
    expect((await takeMails(club)).map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "Google signs you in at Kindling"],
    ]);
    const left = await club.visitor("GET", "/api/session", undefined, { cookie: former });
    expect(left.body).toEqual({ session: null });
    expect(locationOf(answer)).toEqual([302, members]);
    expect(cookiesOf(answer)[0]).toMatch(
      /^kindling\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await sessionAfter(answer)).user).toMatchObject({
      id: person.id,
      identities: [{ provider: "email" }, { provider: "google" }],
    });
    expect((await accountsOf(person))[1]).toEqual({
      provider_id: "google",
      account_id: account.sub,
      email: person.email,
    });
    expect(await auditsOf(person)).toEqual([
      { kind: "google_connected", actor_id: person.id, details: {} },
      { kind: "session_ended", actor_id: person.id, details: { reason: "signed_in_again" } },
      { kind: "signed_in", actor_id: person.id, details: { provider: "google" } },
    ]);
  });
  it("signs in a connected account whose e-mail at Google has changed, and stores no Google tokens", async () => {
    const person = await buildPerson(club.db);
    const account = become({ email: person.email });
    await signIn();
    google.account = { ...account, email: "moved@mail.example", email_verified: false };
    expect((await sessionAfter(await signIn())).user.id).toBe(person.id);
    const { rows } = await sql`select 1 from auth.accounts
      where coalesce(access_token, refresh_token, id_token) is not null`.execute(club.db);
    expect(rows).toEqual([]);
  });
  it("signs in a rejected person, as a password does", async () => {
    const person = await buildPerson(club.db, { status: "rejected" });
    become({ email: person.email });
    expect((await sessionAfter(await signIn())).membership_status).toBe("rejected");
  });
  it("registers the holder of an invitation: person, account, membership request, used invitation and audit rows", async () => {
    const invitation = await buildInvitation(club.db, { email: "guest@mail.example" });
    become({ email: "Guest@mail.example", name: "Nora Guest" });
    expect(locationOf(await signIn())).toEqual([302, members]);
    const person = await personOf("guest@mail.example");
    if (!person) throw new Error("nobody was registered");
    expect(person).toMatchObject({ name: "Nora Guest", email_verified: true, image: null });
    expect(await accountsOf(person)).toMatchObject([{ provider_id: "google" }]);
    const used = await club.db.selectFrom("invitations").selectAll().where("id", "=", invitation.id).executeTakeFirst();
    expect(used).toMatchObject({ used_by: person.id, used_at: expect.any(Date) });
    const roles = club.db.selectFrom("user_roles").select(["role", "status"]).where("user_id", "=", person.id);
    expect(await roles.execute()).toEqual([{ role: "member", status: "pending" }]);
    expect((await auditsOf(person)).map(({ kind }) => kind)).toEqual(["account_registered", "signed_in"]);
    const { rows } = await sql`select 1 from pgboss.job where data->>'user_id' = ${person.id}`.execute(club.db);
    expect(rows).toEqual([]);
  });
  it("approves imported people and first admins at once, as registration by password does", async () => {
    await club.db
      .insertInto("pending_members")
      .values({ full_name: "Owen Castell", email: "owen@mail.example" })
      .execute();
    const entered = async (email: string) => {
      await buildInvitation(club.db, { email });
      become({ email, name: undefined });
      return sessionAfter(await signIn());
    };
    expect(await entered("owen@mail.example")).toMatchObject({
      membership_status: "approved",
      membership_end: null,
      user: { user_metadata: { full_name: "Owen Castell" } },
    });
    expect(await entered("first@kindling.example")).toMatchObject({
      membership_status: "approved",
      membership_end: null,
      user: { user_metadata: { full_name: null } },
    });
  });
  it("creates no account without a valid invitation: none, another person's, an expired or a used one", async () => {
    const before = await usersCount();
    const day = 24 * 60 * 60 * 1000;
    await buildInvitation(club.db, { email: "other@mail.example" });
    const created_at = new Date(Date.now() - 31 * day);
    await buildInvitation(club.db, { email: "late@mail.example", created_at });
    await buildInvitation(club.db, { email: "used@mail.example", used_at: new Date() });
    for (const email of ["nobody@mail.example", "late@mail.example", "used@mail.example", "xother@mail.example"]) {
      become({ email });
      expect(errorOf(await signIn())).toEqual([
        "invitation_required",
        "There is no account and no invitation for the email address of this Google account. Registration is by invitation only.",
      ]);
    }
    expect(await usersCount()).toBe(before);
    const audit = club.db.selectFrom("audit_events").select(["actor_id", "subject_id", "details"]);
    expect(await audit.where("kind", "=", "sign_in_failed").orderBy("id", "desc").limit(1).execute()).toEqual([
      { actor_id: null, subject_id: null, details: { provider: "google", reason: "invitation_required" } },
    ]);
  });
  it.each([false, "true", undefined, 1])(
    "signs in to no account although Google reports the e-mail as verified: %s",
    async (email_verified) => {
      const person = await buildPerson(club.db);
      await buildInvitation(club.db, { email: `guest-${count}@mail.example` });
      for (const email of [person.email, `guest-${count}@mail.example`]) {
        become({ email, email_verified });
        expect(errorOf(await signIn())[0]).toBe("google_email_not_verified");
      }
      expect(await accountsOf(person)).toHaveLength(1);
    },
  );
  it("gives a mailbox's owner no access to an account registered with the e-mail but never verified", async () => {
    const squatter = await buildPerson(club.db, { email: "victim@mail.example", email_verified: false });
    await buildInvitation(club.db, { email: "victim@mail.example" });
    become({ email: "victim@mail.example" });
    expect(errorOf(await signIn())).toEqual([
      "email_not_verified",
      "Please verify your email address before signing in. The link is in the email we sent you.",
    ]);
    expect(await accountsOf(squatter)).toHaveLength(1);
    expect((await auditsOf(squatter))[0]).toEqual({
      kind: "sign_in_failed",
      actor_id: null,
      details: { provider: "google", reason: "email_not_verified" },
    });
  });
  it.each([
    ["no organisation", undefined],
    ["another organisation", "elsewhere.example"],
  ])("refuses Google's verification of a mailbox that Google does not host: %s", async (_what, hd) => {
    const person = await buildPerson(club.db);
    const { sub } = become({ email: person.email, hd });
    expect(errorOf(await signIn())).toEqual([
      "google_not_connected",
      "This Google account is not connected to your account. Please sign in with your password, then connect Google on your account page.",
    ]);
    expect(await accountsOf(person)).toHaveLength(1);
    await club.db
      .insertInto("auth.accounts")
      .values({ user_id: person.id, provider_id: "google", account_id: sub, updated_at: new Date() })
      .execute();
    expect((await sessionAfter(await signIn())).user.id).toBe(person.id);
  });
  it.each(["gmail.com", "googlemail.com"])("trusts Google's verification of its own mailboxes: %s", async (domain) => {
    const person = await buildPerson(club.db, { email: `mina@${domain}` });
    become({ email: person.email, hd: undefined });
    expect((await sessionAfter(await signIn())).user.id).toBe(person.id);
  });
  it("registers by invitation a mailbox that Google does not host, when it has no account yet", async () => {
    await buildInvitation(club.db, { email: "nora@own.example" });
    become({ email: "nora@own.example", hd: undefined });
    expect((await sessionAfter(await signIn())).user.email).toBe("nora@own.example");
  });
  it("rejects another Google account that has acquired a person's e-mail", async () => {
    const person = await buildPerson(club.db);
    become({ email: person.email });
    await signIn();
    become({ email: person.email });
    expect(errorOf(await signIn())[0]).toBe("other_google_connected");
  });
  it("creates one account when ten requests with one Google account race for one invitation, and signs all of them in", async () => {
    await buildInvitation(club.db, { email: "race@mail.example" });
    become({ email: "race@mail.example" });
    const before = await usersCount();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn()));
    expect(answers.map((answer) => answer.headers.get("location"))).toEqual(Array(10).fill(members));
    expect(await usersCount()).toBe((before ?? 0) + 1);
  });
  it("creates one account when Google and a password race for one invitation", async () => {
    const { code, email } = await buildInvitation(club.db);
    become({ email });
    const before = await usersCount();
    const register = { code, email, password: "seven quiet lanterns" };
    const [byPassword, byGoogle] = await Promise.all([club.visitor("POST", "/api/registrations", register), signIn()]);
    const isGoogleFirst = byGoogle.headers.get("location") === members;
    expect(byPassword.status).toBe(isGoogleFirst ? 409 : 201);
    if (!isGoogleFirst) expect(errorOf(byGoogle)[0]).toBe("email_not_verified");
    expect(await usersCount()).toBe((before ?? 0) + 1);
  });
  it("connects one account when ten requests race to connect it", async () => {
    const person = await buildPerson(club.db);
    become({ email: person.email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn()));
    expect(answers.map((answer) => answer.headers.get("location"))).toEqual(Array(10).fill(members));
    expect(await accountsOf(person)).toHaveLength(2);
  });

  describe("rejects a callback", () => {
    let person: Person;
    beforeAll(async () => {
      person = await buildPerson(club.db);
    });
    const attemptInvalid = [
      "attempt_invalid",
      "This sign-in with Google was not started here, or it took too long. Please try again.",
    ];

    it("rejects a callback without the attempt cookie, so that no other browser can be signed in", async () => {
      become({ email: person.email });
      const search = await google.visit((await begin()).body.url);
      expect(errorOf(await comeBack(search, {}))).toEqual(attemptInvalid);
      expect(errorOf(await comeBack(search, asHeader(await begin())))).toEqual(attemptInvalid);
    });
    it("rejects a callback with a forged or missing state, or a forged attempt cookie", async () => {
      become({ email: person.email });
      const begun = await begin();
      const search = await google.visit(begun.body.url);
      const forged = new URLSearchParams(search);
      forged.set("state", "forged");
      expect(errorOf(await comeBack(`?${forged}`, asHeader(begun)))).toEqual(attemptInvalid);
      forged.delete("state");
      expect(errorOf(await comeBack(`?${forged}`, asHeader(begun)))).toEqual(attemptInvalid);
      for (const cookie of ["kindling.google_attempt=made.up", "kindling.google_attempt="]) {
        expect(errorOf(await comeBack(search, { cookie }))).toEqual(attemptInvalid);
      }
    });
    it("rejects a callback after ten minutes", async () => {
      const begun = await begin();
      const search = await google.visit(begun.body.url);
      const state = new URLSearchParams(search).get("state");
      const attempt = { state, nonce: "n", code_verifier: "v", return_path: "/#/members", connect_to: null };
      const old = await symmetricEncodeJWT(attempt, club.keys.googleAttempts, "sign-in with Google", -60);
      expect(errorOf(await comeBack(search, { cookie: `kindling.google_attempt=${old}` }))).toEqual(attemptInvalid);
    });
    it("rejects a callback that is replayed, with the same cookie or concurrently", async () => {
      become({ email: person.email });
      const begun = await begin();
      const search = await google.visit(begun.body.url);
      const answers = await Promise.all([1, 2, 3].map(() => comeBack(search, asHeader(begun))));
      const locations = answers.map((answer) => answer.headers.get("location"));
      expect(locations.filter((location) => location === members)).toHaveLength(1);
      expect(errorOf(await comeBack(search, asHeader(begun)))).toEqual(attemptInvalid);
    });
    it.each([
      ["another nonce", { nonce: "another" }],
      ["another issuer", { iss: "https://elsewhere.example" }],
      ["another audience", { aud: "another club" }],
      ["an expiry in the past", { exp: 1 }],
    ])("rejects a callback with an ID token of %s", async (_what, claims) => {
      become({ email: person.email, ...claims });
      expect(errorOf(await signIn())[0]).toBe("google_unavailable");
    });
    it("rejects a callback with an ID token that another key signed", async () => {
      become({ email: person.email });
      google.server.service.once("beforeResponse", ({ body }) => {
        const [header, payload] = body.id_token.split(".");
        body.id_token = [header, payload, Buffer.alloc(256).toString("base64url")].join(".");
      });
      expect(errorOf(await signIn())[0]).toBe("google_unavailable");
    });
    it("rejects a callback with a code that Google rejects", async () => {
      google.server.service.once("beforeResponse", (answer) => {
        answer.statusCode = 400;
        answer.body = { error: "invalid_grant" };
      });
      expect(errorOf(await signIn())[0]).toBe("google_unavailable");
    });
  });

  it("reports a cancelled sign-in in its own words", async () => {
    const begun = await begin();
    const state = new URL(begun.body.url).searchParams.get("state") ?? "";
    const query = new URLSearchParams({ error: "access_denied", error_description: "Call 0800 SCAM", state });
    expect(errorOf(await comeBack(`?${query}`, asHeader(begun)))).toEqual([
      "access_denied",
      "Signing in with Google was cancelled.",
    ]);
  });
  it("repeats no error text from the query", async () => {
    const begun = await begin();
    const state = new URL(begun.body.url).searchParams.get("state") ?? "";
    const query = new URLSearchParams({ error: "<b>made up</b>", state });
    expect(errorOf(await comeBack(`?${query}`, asHeader(begun)))[0]).toBe("google_unavailable");
  });
  it("redirects to the page that was requested", async () => {
    become({ email: (await buildPerson(club.db)).email });
    expect(locationOf(await signIn("/#/members?tab=directory&view=submit"))).toEqual([
      302,
      `${members}?tab=directory&view=submit`,
    ]);
  });
  it.each([
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/",
    "@elsewhere.example/#/",
    ".elsewhere.example/#/members",
    "javascript:alert(1)",
    "/#/members\r\nset-cookie: a=b",
    "",
  ])("redirects to the members area, never to another site: %j", async (callbackURL) => {
    become({ email: (await buildPerson(club.db)).email });
    expect(locationOf(await signIn(callbackURL))).toEqual([302, members]);
  });
  it("sets Secure cookies on https", async () => {
    const secure = await createTestApp({ appUrl: "https://club.example", google: google.settings });
    become({ email: (await buildPerson(secure.db)).email });
    const begun = await begin(undefined, secure.visitor);
    expect(cookiesOf(begun)[0]).toMatch(
      /^__Host-kindling\.google_attempt=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const answer = await comeBack(await google.visit(begun.body.url), asHeader(begun), secure.visitor);
    expect(cookiesOf(answer)[0]).toMatch(
      /^__Host-kindling\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await secure.close();
  });
  it("finishes a sign-in in another process than it began in, once", async () => {
    const another = createApp({
      ...club,
      google: createGoogleProvider(google.settings, appUrl),
      limits: createLimits(club.db, club.asOwner),
    });
    become({ email: (await buildPerson(club.db)).email });
    const begun = await begin();
    const search = await google.visit(begun.body.url);
    const headers = asHeader(begun);
    const answer = await another.request(`${appUrl}/api/auth/callback/google${search}`, { headers });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, members]);
    expect(errorOf(await comeBack(search, headers))[0]).toBe("attempt_invalid");
  });
  it("asks a person with a second factor for a code before signing them in and replacing the earlier session", async () => {
    const person = await buildPerson(club.db);
    const factor = await giveSecondFactor(club, person);
    become({ email: person.email });
    const answer = await signIn();
    expect(locationOf(answer)).toEqual([302, `${appUrl}/#/login?two_factor=1`]);
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(/^kindling\.two_factor=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(answer.headers.getSetCookie().join()).toContain("kindling.session_token=; Max-Age=0");
    expect(await sessionAfter(answer)).toBeNull();
    expect((await auditsOf(person)).map(({ kind }) => kind)).toEqual(["google_connected"]);
    const code = { code: factor.code() };
    const given = await club.visitor("POST", "/api/auth/two-factor/verify-totp", code, asHeader(answer));
    expect([given.status, given.body]).toEqual([200, { user: { id: person.id } }]);
    expect((await sessionAfter(given)).user.id).toBe(person.id);
    expect((await auditsOf(person)).map(({ kind }) => kind)).toEqual(["google_connected", "signed_in"]);
  });
});
