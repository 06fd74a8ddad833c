import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { maximumPasskeys } from "#shared/account/passkey-messages.ts";
import { createAuthenticator } from "#tests/support/authenticator.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Call, createTestApp, openTestApp } from "#tests/support/test-app.ts";
import { createPasswordResetToken } from "../passwords/routes.ts";

const appUrl = "https://club.example";
const password = "seven quiet lanterns";
const minutes = (count: number) => count * 60_000;
let ahead = 0;
const password_hash = await hashPassword(password);
const club = await openTestApp({ appUrl, now: () => new Date(Date.now() + ahead) });
beforeEach(async () => {
  ahead = 0;
  await sql`truncate auth.rate_limits`.execute(club.db);
});

type Authenticator = ReturnType<typeof createAuthenticator>;
type Wrong = Parameters<Authenticator["answer"]>[1];

const buildGuest = () => buildPerson(club.db, { password_hash });

/** A browser that has just signed in with the password. */
async function signedIn(person: Person): Promise<Call> {
  const browser = openBrowser(club);
  await browser("POST", "/api/auth/sign-in/email", { email: person.email, password });
  return browser;
}

async function add(browser: Call, authenticator: Authenticator, { name = "Phone", wrong = {} as Wrong } = {}) {
  const { body } = await browser("POST", "/api/account/passkeys/options", {});
  return browser("POST", "/api/account/passkeys", { name, credential: authenticator.create(body, wrong) });
}

async function signInWith(authenticator: Authenticator, { browser = openBrowser(club), wrong = {} as Wrong } = {}) {
  const { body } = await browser("POST", "/api/auth/passkey/options");
  return browser("POST", "/api/auth/passkey", authenticator.answer(body, wrong));
}

async function holder(kind?: "ec" | "rsa" | "ed25519") {
  const person = await buildGuest();
  const browser = await signedIn(person);
  const authenticator = createAuthenticator(appUrl, kind);
  const { body: passkey } = await add(browser, authenticator);
  return { person, browser, authenticator, passkey };
}

const listed = async (browser: Call) => (await browser("GET", "/api/account")).body.passkeys;
const sessionOf = async (browser: Call) => (await browser("GET", "/api/session")).body.session;
const factorsOf = async ({ id }: Person) =>
  (await club.db.selectFrom("auth.sessions").select("factor_at").where("user_id", "=", id).execute()).map(
    ({ factor_at }) => factor_at !== null,
  );
const audits = async ({ id }: Person) =>
  (
    await club.db
      .selectFrom("audit_events")
      .select(["kind", "details"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ kind, details }) => [kind, details]);
const lastAudit = async (person: Person) => (await audits(person)).at(-1);
const refusalOf = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.code];

describe("A person who signed in more than ten minutes ago", () => {
  const stale = [403, "fresh_sign_in_required"];
  const open = (browser: Call) => browser("POST", "/api/account/passkeys/options", {});
  const confirm = (browser: Call, given: object) => browser("POST", "/api/account/confirmation", given);

  it("A stale sign-in is confirmed with the password, for ten minutes and in this browser alone", async () => {
    const person = await buildGuest();
    const [browser, elsewhere] = [await signedIn(person), await signedIn(person)];
    ahead = minutes(10);
    expect(refusalOf(await open(browser))).toEqual(stale);
    expect(refusalOf(await confirm(browser, { password: "wrong" }))).toEqual([400, "wrong_password"]);
    expect(refusalOf(await confirm(browser, {}))).toEqual([422, "invalid_body"]);
    expect(refusalOf(await open(browser))).toEqual(stale);
    expect((await confirm(browser, { password })).status).toBe(200);
    expect((await open(browser)).status).toBe(200);
    expect(refusalOf(await open(elsewhere))).toEqual(stale);
    ahead = minutes(20);
    expect(refusalOf(await open(browser))).toEqual(stale);
  });

  it("A stale sign-in is confirmed with the person's passkey, and with nobody else's", async () => {
    const [{ browser, authenticator }, other] = [await holder(), await holder()];
    ahead = minutes(11);
    const assert = async (by: Authenticator) => {
      const { body } = await browser("POST", "/api/auth/passkey/options");
      return confirm(browser, { passkey: by.answer(body) });
    };
    expect(refusalOf(await assert(other.authenticator))).toEqual([400, "passkey_invalid"]);
    expect(refusalOf(await open(browser))).toEqual(stale);
    expect((await assert(authenticator)).status).toBe(200);
    expect((await open(browser)).status).toBe(200);
    const { body: challenge } = await browser("POST", "/api/auth/passkey/options");
    const once = { passkey: authenticator.answer(challenge) };
    expect([(await confirm(browser, once)).status, (await confirm(browser, once)).status]).toEqual([200, 400]);
  });
});

describe("A person who adds a passkey", () => {
  it.each(["ec", "rsa", "ed25519"] as const)("A new passkey signs in alone (%s)", async (kind) => {
    const { person, authenticator } = await holder(kind);
    const browser = openBrowser(club);
    const answer = await signInWith(authenticator, { browser });
    expect([answer.status, answer.body]).toEqual([200, { user: { id: person.id } }]);
    expect((await sessionOf(browser)).user.id).toBe(person.id);
    expect((await audits(person)).slice(-2)).toEqual([
      ["passkey_added", {}],
      ["signed_in", { factor: "passkey" }],
    ]);
  });
  it("A new passkey is listed with name and last use, and told by mail", async () => {
    await takeMails(club);
    const { person, browser, authenticator } = await holder();
    expect(await listed(browser)).toMatchObject([{ name: "Phone", last_used_at: null }]);
    expect(Object.keys((await listed(browser))[0])).toEqual(["id", "name", "created_at", "last_used_at"]);
    await signInWith(authenticator);
    expect((await listed(browser))[0].last_used_at).not.toBeNull();
    const mails = (await takeMails(club)).filter(({ template }) => template === "passkey-added");
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, expect.stringMatching(/^You have a new passkey at /)],
    ]);
  });
  it("Adding a passkey leaves the person signed in elsewhere", async () => {
    const person = await buildGuest();
    const elsewhere = await signedIn(person);
    await add(await signedIn(person), createAuthenticator(appUrl));
    expect(await sessionOf(elsewhere)).not.toBeNull();
  });
  it("A passkey is not added twice, nor more than the maximum", async () => {
    const { person, browser, authenticator } = await holder();
    const again = await add(browser, authenticator);
    expect(refusalOf(again)).toEqual([409, "passkey_taken"]);
    const { body } = await browser("POST", "/api/account/passkeys/options", {});
    expect(body.excluded).toEqual([authenticator.id]);
    const rows = Array.from({ length: maximumPasskeys - 1 }, (_, index) => ({
      user_id: person.id,
      credential_id: `${person.id}-${index}`,
      public_key: Buffer.from("key"),
      sign_count: 0,
      transports: [],
      name: "Key",
    }));
    await club.db.insertInto("auth.passkeys").values(rows).execute();
    const credential = createAuthenticator(appUrl).create(body);
    expect(refusalOf(await browser("POST", "/api/account/passkeys", { name: "One more", credential }))).toEqual([
      409,
      "too_many_passkeys",
    ]);
    expect(refusalOf(await browser("POST", "/api/account/passkeys/options", {}))).toEqual([409, "too_many_passkeys"]);
  });
  it.each<[string, Wrong]>([
    ["of another site", { origin: "https://c1ub.example" }],
    ["of another host", { host: "c1ub.example" }],
    ["inside another site's frame", { isCrossOrigin: true }],
    ["of a device that has not recognised its owner", { isUnverified: true }],
    ["for another purpose", { type: "webauthn.get" }],
    ["for a challenge that nobody gave out", { challenge: "x".repeat(43) }],
  ])("A new passkey is refused %s", async (_what, wrong) => {
    const browser = await signedIn(await buildGuest());
    expect(refusalOf(await add(browser, createAuthenticator(appUrl), { wrong }))).toEqual([400, "passkey_invalid"]);
    expect(await listed(browser)).toEqual([]);
  });
  it("A passkey is not added with somebody else's challenge, or one of five minutes ago", async () => {
    const [mine, theirs] = [await signedIn(await buildGuest()), await signedIn(await buildGuest())];
    const { body } = await theirs("POST", "/api/account/passkeys/options", {});
    const send = (browser: Call, options: typeof body) =>
      browser("POST", "/api/account/passkeys", {
        name: "Phone",
        credential: createAuthenticator(appUrl).create(options),
      });
    expect(refusalOf(await send(mine, body))).toEqual([400, "passkey_invalid"]);
    const { body: own } = await mine("POST", "/api/account/passkeys/options", {});
    ahead = minutes(5) + 1000;
    expect(refusalOf(await send(mine, own))).toEqual([400, "passkey_invalid"]);
  });
});

describe("A passkey is refused", () => {
  it.each<[string, Wrong, string]>([
    ["of another site", { origin: "https://c1ub.example" }, "foreign_origin"],
    ["of another host", { host: "c1ub.example" }, "malformed"],
    ["inside another site's frame", { isCrossOrigin: true }, "foreign_origin"],
    ["of a device that has not recognised its owner", { isUnverified: true }, "not_verified"],
    ["for another purpose", { type: "webauthn.create" }, "malformed"],
    ["for a challenge that nobody gave out", { challenge: "x".repeat(43) }, "challenge"],
    ["for another person's handle", { userHandle: "AAAAAAAAQACAAAAAAAAAAA" }, "unknown"],
  ])("A passkey is refused %s", async (_what, wrong, reason) => {
    const { person, authenticator } = await holder();
    const browser = openBrowser(club);
    expect(refusalOf(await signInWith(authenticator, { browser, wrong }))).toEqual([400, "passkey_invalid"]);
    expect(await sessionOf(browser)).toBeNull();
    expect(await lastAudit(person)).toEqual(["sign_in_failed", { factor: "passkey", reason }]);
  });
  it("A passkey is refused whose answer is replayed", async () => {
    const { person, authenticator } = await holder();
    const browser = openBrowser(club);
    const { body } = await browser("POST", "/api/auth/passkey/options");
    const answer = authenticator.answer(body);
    expect((await openBrowser(club)("POST", "/api/auth/passkey", answer)).status).toBe(200);
    expect(refusalOf(await browser("POST", "/api/auth/passkey", answer))).toEqual([400, "passkey_invalid"]);
    expect(await lastAudit(person)).toEqual(["sign_in_failed", { factor: "passkey", reason: "challenge" }]);
  });
  it("A passkey whose answer comes twice at once signs in once", async () => {
    const { authenticator } = await holder();
    const { body } = await club.visitor("POST", "/api/auth/passkey/options");
    const answer = authenticator.answer(body);
    const send = () => club.visitor("POST", "/api/auth/passkey", answer);
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
  it("A passkey's answer is refused after five minutes", async () => {
    const { authenticator } = await holder();
    const { body } = await club.visitor("POST", "/api/auth/passkey/options");
    ahead = minutes(5) + 1000;
    const answer = await club.visitor("POST", "/api/auth/passkey", authenticator.answer(body));
    expect(refusalOf(answer)).toEqual([400, "passkey_invalid"]);
  });
  it("A passkey is refused whose count goes back or stays, as a copy's does, and the stored count stays", async () => {
    const { person, authenticator } = await holder();
    expect((await signInWith(authenticator, { wrong: { signCount: 7 } })).status).toBe(200);
    for (const signCount of [7, 3, 0]) {
      expect(refusalOf(await signInWith(authenticator, { wrong: { signCount } }))).toEqual([400, "passkey_invalid"]);
      expect(await lastAudit(person)).toEqual(["sign_in_failed", { factor: "passkey", reason: "counter" }]);
    }
    expect((await signInWith(authenticator, { wrong: { signCount: 8 } })).status).toBe(200);
  });
  it("A passkey is refused with a signature of another key", async () => {
    const { person, authenticator } = await holder();
    const { body } = await club.visitor("POST", "/api/auth/passkey/options");
    const { signature } = createAuthenticator(appUrl).answer(body);
    const forged = { ...authenticator.answer(body), signature };
    expect(refusalOf(await club.visitor("POST", "/api/auth/passkey", forged))).toEqual([400, "passkey_invalid"]);
    expect(await lastAudit(person)).toEqual(["sign_in_failed", { factor: "passkey", reason: "signature" }]);
  });
  it("A passkey is refused that nobody has added", async () => {
    expect(refusalOf(await signInWith(createAuthenticator(appUrl)))).toEqual([400, "passkey_invalid"]);
  });
  it("A passkey is refused of an account whose e-mail is not verified", async () => {
    const { person, authenticator } = await holder();
    await club.db.updateTable("auth.users").set({ email_verified: false }).where("id", "=", person.id).execute();
    expect(refusalOf(await signInWith(authenticator))).toEqual([403, "email_not_verified"]);
  });
  it("A passkey is refused of a deleted account", async () => {
    const { person, authenticator } = await holder();
    await club.db.deleteFrom("auth.users").where("id", "=", person.id).execute();
    expect(refusalOf(await signInWith(authenticator))).toEqual([400, "passkey_invalid"]);
  });
  it("A passkey that is tried too often from one address is answered 429", async () => {
    const { body } = await club.visitor("POST", "/api/auth/passkey/options");
    const answer = createAuthenticator(appUrl).answer(body);
    for (let count = 0; count < 100; count++) await club.visitor("POST", "/api/auth/passkey", answer);
    expect((await club.visitor("POST", "/api/auth/passkey", answer)).status).toBe(429);
  });
});

describe("A suspended member", () => {
  it("A suspended member signs in with a passkey as with a password, and finds the members' pages closed", async () => {
    const { person, authenticator } = await holder();
    await club.db
      .updateTable("user_roles")
      .set({ suspended_at: new Date() })
      .where("user_id", "=", person.id)
      .execute();
    const browser = openBrowser(club);
    expect((await signInWith(authenticator, { browser })).status).toBe(200);
    expect(refusalOf(await browser("GET", "/api/member-profiles"))).toEqual([403, "membership_suspended"]);
  });
});

describe("A person with two-factor sign-in", () => {
  async function guarded() {
    const { person, browser, authenticator } = await holder();
    const { code } = await giveSecondFactor(club, person);
    return { person, browser, authenticator, code };
  }
  it("A person with two-factor sign-in signs in with a passkey alone, which counts as both factors", async () => {
    const { person, authenticator } = await guarded();
    await club.db.deleteFrom("auth.sessions").where("user_id", "=", person.id).execute();
    const browser = openBrowser(club);
    expect((await signInWith(authenticator, { browser })).status).toBe(200);
    expect((await sessionOf(browser)).user.id).toBe(person.id);
    expect(await factorsOf(person)).toEqual([true]);
  });
  it("A person's own passkey is accepted in place of the code, and nobody else's", async () => {
    const { person, authenticator, code } = await guarded();
    const { authenticator: other } = await holder();
    const asked = () => signedIn(person);
    const browser = await asked();
    const { body } = await browser("POST", "/api/auth/passkey/options");
    expect(body.allowed).toEqual([authenticator.id]);
    expect(refusalOf(await browser("POST", "/api/auth/passkey", other.answer(body)))).toEqual([400, "passkey_invalid"]);
    expect((await signInWith(authenticator, { browser })).status).toBe(200);
    expect((await sessionOf(browser)).user.id).toBe(person.id);
    const signedOut = await browser("DELETE", "/api/session");
    expect(signedOut.status).toBe(200);
    const late = await browser("POST", "/api/auth/two-factor/verify-totp", { code: code() });
    expect(refusalOf(late)).toEqual([401, "two_factor_expired"]);
  });
  it("A person with a second factor adds a passkey only in a session that has given the factor", async () => {
    const person = await buildGuest();
    const browser = await signedIn(person);
    await giveSecondFactor(club, person);
    const options = await browser("POST", "/api/account/passkeys/options", {});
    expect(refusalOf(options)).toEqual([403, "two_factor_required"]);
  });
});

describe("An admin of a club that asks admins for a second factor", () => {
  it("An admin with two-factor sign-in on uses the admin pages after signing in with a passkey", async () => {
    const strict = await createTestApp({ appUrl, isAdminTwoFactorRequired: true, database: club.database });
    const person = await buildPerson(club.db, { password_hash, is_admin: true });
    const authenticator = createAuthenticator(appUrl);
    const first = openBrowser(strict);
    await first("POST", "/api/auth/sign-in/email", { email: person.email, password });
    await add(first, authenticator);
    const browser = openBrowser(strict);
    await signInWith(authenticator, { browser });
    expect(refusalOf(await browser("GET", "/api/invitations"))).toEqual([403, "two_factor_setup_required"]);
    await giveSecondFactor(strict, person);
    expect((await browser("GET", "/api/invitations")).status).toBe(200);
    await strict.jobs.stop();
  });
});

describe("A new password by the recovery mail", () => {
  it("A new password by the recovery mail removes the passkeys", async () => {
    const { person, authenticator } = await holder();
    const token = await createPasswordResetToken(club.db, person);
    await club.visitor("POST", "/api/auth/reset-password", { token, password: "eight quiet lanterns" });
    expect(refusalOf(await signInWith(authenticator))).toEqual([400, "passkey_invalid"]);
    expect(await audits(person)).toContainEqual(["passkey_removed", { by: "password_reset" }]);
  });
});

describe("POST /api/auth/passkey", () => {
  it("returns 422 to a body that is no passkey's answer", async () => {
    const answer = await club.visitor("POST", "/api/auth/passkey", { credential_id: "not base64!" });
    expect(refusalOf(answer)).toEqual([422, "invalid_body"]);
  });
});

describe("POST /account/passkeys/options", () => {
  it("returns the club's host and what the browser may create", async () => {
    const person = await buildGuest();
    const { body } = await (await signedIn(person))("POST", "/api/account/passkeys/options", {});
    expect(body).toMatchObject({ rp_id: "club.example", user_name: person.email, algorithms: [-8, -7, -257] });
    expect(Buffer.from(body.challenge, "base64url")).toHaveLength(32);
  });
});

const body = { name: "Phone", credential: createAuthenticator(appUrl).create({ rp_id: "club.example" } as never) };
describe("POST /account/passkeys", () => {
  it("answers 422 without a name", async () => {
    const browser = await signedIn(await buildGuest());
    const answer = await browser("POST", "/api/account/passkeys", { ...body, name: " " });
    expect(answer.body).toMatchObject({ code: "invalid_body", errors: [{ path: "name" }] });
  });
});

describe("PUT /account/passkeys/{id}", () => {
  it("returns 404 for somebody else's passkey, and 422 without a name", async () => {
    const { passkey, browser } = await holder();
    const other = await signedIn(await buildGuest());
    const rename = (call: Call, name: string) => call("PUT", `/api/account/passkeys/${passkey.id}`, { name });
    expect(refusalOf(await rename(other, "Theirs"))).toEqual([404, "not_found"]);
    expect((await rename(browser, " ")).body).toMatchObject({ code: "invalid_body", errors: [{ path: "name" }] });
    expect(await listed(browser)).toMatchObject([{ name: "Phone" }]);
  });
  it("renames a passkey, which signs in as before", async () => {
    const { person, passkey, browser, authenticator } = await holder();
    const renamed = await browser("PUT", `/api/account/passkeys/${passkey.id}`, { name: "Work laptop" });
    expect([renamed.status, renamed.body]).toEqual([200, { ...passkey, name: "Work laptop" }]);
    expect(await listed(browser)).toEqual([renamed.body]);
    expect(await lastAudit(person)).toEqual(["passkey_renamed", {}]);
    expect((await signInWith(authenticator)).status).toBe(200);
  });
});

describe("DELETE /account/passkeys/{id}", () => {
  it("returns 404 for somebody else's passkey", async () => {
    const { passkey, authenticator } = await holder();
    const browser = await signedIn(await buildGuest());
    expect(refusalOf(await browser("DELETE", `/api/account/passkeys/${passkey.id}`))).toEqual([404, "not_found"]);
    expect((await signInWith(authenticator)).status).toBe(200);
  });
  it("removes a passkey, ends all sessions but this one, and tells the owner", async () => {
    const { person, browser, authenticator, passkey } = await holder();
    const elsewhere = openBrowser(club);
    await signInWith(authenticator, { browser: elsewhere });
    await takeMails(club);
    expect((await browser("DELETE", `/api/account/passkeys/${passkey.id}`)).status).toBe(200);
    expect(await sessionOf(elsewhere)).toBeNull();
    expect(await listed(browser)).toEqual([]);
    expect(await lastAudit(person)).toEqual(["passkey_removed", {}]);
    expect((await takeMails(club)).map(({ template, to }) => [template, to])).toEqual([
      ["passkey-removed", person.email],
    ]);
    expect(refusalOf(await signInWith(authenticator))).toEqual([400, "passkey_invalid"]);
  });
});
