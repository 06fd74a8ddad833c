import { sql } from "kysely";
import { URI } from "otpauth";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { createLimits } from "../limits.ts";
import { createPasswordResetToken } from "../passwords/routes.ts";
import { consumeTotpCode } from "./consume-codes.ts";

const password = "seven quiet lanterns";
const club = await openTestApp();
const password_hash = await hashPassword(password);
beforeEach(() => sql`truncate auth.rate_limits`.execute(club.db).then(() => {}));

const signIn = (browser: Call, { email }: Person) => browser("POST", "/api/auth/sign-in/email", { email, password });
const giveCode = (browser: Call, code: string) => browser("POST", "/api/auth/two-factor/verify-totp", { code });
const giveRecoveryCode = (browser: Call, code: string) =>
  browser("POST", "/api/auth/two-factor/verify-backup-code", { code });

async function guarded() {
  const person = await buildPerson(club.db, { password_hash });
  return { person, ...(await giveSecondFactor(club, person)) };
}

/** A browser that has passed the password step. */
async function asked(person: Person): Promise<Call> {
  const browser = openBrowser(club);
  await signIn(browser, person);
  return browser;
}

const audits = async ({ id }: Person) =>
  (
    await club.db
      .selectFrom("audit_events")
      .select(["kind", "details"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ kind, details }) => [kind, details]);

const sessionsOf = ({ id }: Person) =>
  club.db.selectFrom("auth.sessions").select("id").where("user_id", "=", id).execute();

describe("A person with a second factor who gives the password", () => {
  it("A person who gives the password is asked for a code, and is not signed in before the code", async () => {
    const { person } = await guarded();
    const browser = openBrowser(club);
    const { status, headers, body } = await signIn(browser, person);
    expect([status, body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ["totp"] }]);
    expect(await sessionsOf(person)).toEqual([]);
    const cookies = headers.getSetCookie().filter((cookie) => !/max-age=0/i.test(cookie));
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^kindling\.two_factor=.*Max-Age=600;.*HttpOnly.*SameSite=Lax/i);

    expect((await browser("GET", "/api/session")).body).toEqual({ session: null });
    expect((await browser("POST", "/api/session/refresh")).body.code).toBe("session_missing");
    for (const path of ["/api/member-profiles", "/api/account"]) expect((await browser("GET", path)).status).toBe(401);
    const disable = await browser("POST", "/api/auth/two-factor/disable", { password });
    expect([disable.status, disable.body.code]).toEqual([401, "session_missing"]);
    expect(await audits(person)).toEqual([]);
  });
  it("The cookie of a pending sign-in is no session cookie", async () => {
    const { person } = await guarded();
    const { headers } = await signIn(club.visitor, person);
    const value = /kindling\.two_factor=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1];
    const answer = await club.visitor("GET", "/api/session", undefined, { cookie: `kindling.session_token=${value}` });
    expect(answer.body).toEqual({ session: null });
  });
  it("A factor and recovery codes encrypted with AUTH_SECRET itself, before keys were derived, still sign in", async () => {
    const person = await buildPerson(club.db, { password_hash });
    const { code, recoveryCodes } = await giveSecondFactor(club, person, { key: club.authSecret });
    const [recoveryCode = ""] = recoveryCodes;
    const { status } = await giveCode(await asked(person), code());
    expect([status, (await giveRecoveryCode(await asked(person), recoveryCode)).status]).toEqual([200, 200]);
  });
  it("A person whose setup is unfinished is not asked for a code", async () => {
    const person = await buildPerson(club.db, { password_hash });
    await giveSecondFactor(club, person, { verified: false });
    const browser = openBrowser(club);
    expect((await signIn(browser, person)).body).toEqual({ user: { id: person.id } });
    const { factors } = (await browser("GET", "/api/session")).body.session.user;
    expect(factors).toEqual([{ factor_type: "totp", status: "unverified", friendly_name: "Authenticator app" }]);
  });
});

describe("POST /auth/two-factor/verify-totp", () => {
  it("rejects the code of a person who has not given a password", async () => {
    const { status, body } = await giveCode(club.visitor, "123456");
    expect([status, body.code, body.detail]).toEqual([
      401,
      "two_factor_expired",
      "This took too long. Please sign in again.",
    ]);
    const forged = { cookie: "kindling.two_factor=2fa-made-up.c2lnbmF0dXJl" };
    const answer = await club.visitor("POST", "/api/auth/two-factor/verify-totp", { code: "123456" }, forged);
    expect(answer.body.code).toBe("two_factor_expired");
  });
  it("describes a valid code when the format is wrong", async () => {
    const { status, body } = await giveCode(club.visitor, "12345");
    expect([status, body.errors]).toEqual([422, [{ path: "code", message: "Please enter the six digits." }]]);
  });
  it("signs in a person with the right code and writes an audit row", async () => {
    const { person, code } = await guarded();
    const browser = await asked(person);
    const { status, headers, body } = await giveCode(browser, code().replace(/^.../, "$& "));
    expect([status, body]).toEqual([200, { user: { id: person.id } }]);
    expect(headers.get("set-cookie")).toMatch(/kindling\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/i);
    const { session } = (await browser("GET", "/api/session")).body;
    expect(session.user.factors).toEqual([
      { factor_type: "totp", status: "verified", friendly_name: "Authenticator app" },
    ]);
    expect(await audits(person)).toEqual([["signed_in", { factor: "totp" }]]);
  });
  it("rejects a wrong code and writes an audit row without the code", async () => {
    const { person, code } = await guarded();
    const browser = await asked(person);
    const wrong = code() === "000000" ? "000001" : "000000";
    const { status, body } = await giveCode(browser, wrong);
    expect([status, body.code]).toEqual([400, "invalid_code"]);
    expect((await browser("GET", "/api/session")).body).toEqual({ session: null });
    expect(await audits(person)).toEqual([["two_factor_failed", { factor: "totp" }]]);
    expect((await giveCode(browser, code())).status).toBe(200);
  });
  it("accepts a code once", async () => {
    const { person, code } = await guarded();
    const seen = code();
    expect((await giveCode(await asked(person), seen)).status).toBe(200);
    const again = await asked(person);
    expect((await giveCode(again, seen)).body.code).toBe("invalid_code");
    expect((await giveCode(again, code(1))).status).toBe(200);
  });
  it("accepts a code up to half a minute early or late", async () => {
    const { db } = club;
    const at = async (moment: string) => {
      const { person, codeAt } = await guarded();
      const now = () => new Date(moment);
      const code = codeAt(new Date("2027-03-18T12:00:00Z"));
      return consumeTotpCode({ ...club, limits: createLimits(db, club.asOwner), now }, person.id, code).then(
        () => "accepted",
        ({ code }) => code,
      );
    };
    expect([await at("2027-03-18T11:59:30Z"), await at("2027-03-18T12:00:59Z")]).toEqual(["accepted", "accepted"]);
    expect([await at("2027-03-18T11:59:29Z"), await at("2027-03-18T12:01:00Z")]).toEqual([
      "invalid_code",
      "invalid_code",
    ]);
  });
  it("rejects a used early code in its own half minute", async () => {
    const { db } = club;
    const { person, codeAt } = await guarded();
    const code = codeAt(new Date("2027-03-18T12:00:00Z"));
    const spend = (moment: string) =>
      consumeTotpCode(
        { ...club, limits: createLimits(db, club.asOwner), now: () => new Date(moment) },
        person.id,
        code,
      );
    await spend("2027-03-18T11:59:30Z");
    await expect(spend("2027-03-18T12:00:30Z")).rejects.toMatchObject({ code: "invalid_code" });
  });
  it("accepts a code once when two requests race, in one browser and in two", async () => {
    for (const isOneBrowser of [true, false]) {
      const { person, code } = await guarded();
      const first = await asked(person);
      const second = isOneBrowser ? first : await asked(person);
      const seen = code();
      const answers = await Promise.all([giveCode(first, seen), giveCode(second, seen), giveCode(second, seen)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await sessionsOf(person)).toHaveLength(1);
    }
  });
  it("rejects a code for a sign-in that was completed or is ten minutes old", async () => {
    const { person, code } = await guarded();
    const { headers } = await signIn(club.visitor, person);
    const cookie = headers.getSetCookie().find((set) => /^kindling\.two_factor=[^;]/.test(set)) ?? "";
    const answer = (given: string) =>
      club.visitor("POST", "/api/auth/two-factor/verify-totp", { code: given }, { cookie: cookie.split(";")[0] ?? "" });
    expect((await answer(code())).status).toBe(200);
    expect((await answer(code(1))).body.code).toBe("two_factor_expired");

    const late = await asked(person);
    await sql`update auth.verifications set expires_at = now() - interval '1 second'`.execute(club.db);
    expect((await giveCode(late, code(1))).body.code).toBe("two_factor_expired");
  });
  it("locks out one person after ten wrong codes of either kind, right ones too, also when sent concurrently", async () => {
    const { person, code, recoveryCodes } = await guarded();
    const browsers = await Promise.all(Array.from({ length: 3 }, () => asked(person)));
    const wrong = code() === "000000" ? "000001" : "000000";
    const guesses = await Promise.all(
      browsers.flatMap((browser) => [
        ...Array.from({ length: 2 }, () => giveCode(browser, wrong)),
        ...Array.from({ length: 2 }, () => giveRecoveryCode(browser, "22222-22222")),
      ]),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429, 429]);
    const browser = await asked(person);
    for (const answer of [
      await giveCode(browser, code()),
      await giveRecoveryCode(browser, recoveryCodes[0] as string),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([429, "rate_limited"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
    }
    // A second instance, like another process on this database.
    const refused = createLimits(club.db, club.asOwner).twoFactorCodesPerPerson.take(person.id);
    await expect(refused).rejects.toMatchObject({ status: 429 });
    expect((await takeMails(club)).map(({ template }) => template)).not.toContain("two-factor-guessed");
    const { rows } = await sql<{ key: string }>`select key from auth.rate_limits`.execute(club.db);
    expect(JSON.stringify(rows)).not.toContain(person.id);
  });
  it("locks out after fifty wrong codes in a day, mails the person once, and accepts codes again after a new password", async () => {
    const { person, code } = await guarded();
    const browser = await asked(person);
    for (let n = 0; n < 49; n++) await club.limits.twoFactorCodesPerDay.take(person.id);
    const wrong = code() === "000000" ? "000001" : "000000";
    expect((await giveCode(browser, wrong)).body.code).toBe("invalid_code");
    for (const given of [wrong, code()]) {
      const { status, headers, body } = await giveCode(browser, given);
      expect([status, body.code, body.detail]).toEqual([
        429,
        "rate_limited",
        "Too many wrong codes today. If they were not yours, choose a new password with the recovery email: then your codes work at once.",
      ]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(80_000);
    }
    expect((await takeMails(club)).map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "Somebody is guessing the codes of your Kindling account"],
    ]);

    const recover = async () => {
      const token = await createPasswordResetToken(club.db, person);
      await club.visitor("POST", "/api/auth/reset-password", { token, password });
    };
    await recover();
    expect((await giveCode(await asked(person), code())).status).toBe(200);
    for (let n = 0; n < 50; n++) await club.limits.twoFactorCodesPerDay.take(person.id);
    await recover();
    await expect(club.limits.twoFactorCodesPerDay.take(person.id)).rejects.toMatchObject({ status: 429 });
  });
  it("trusts a device for no longer than the session", async () => {
    const { person, code } = await guarded();
    const browser = await asked(person);
    const body = { code: code(), trustDevice: true };
    const { status, headers } = await browser("POST", "/api/auth/two-factor/verify-totp", body);
    expect([status, headers.get("set-cookie")]).toEqual([200, expect.not.stringContaining("trust")]);
  });
});

describe("POST /auth/two-factor/verify-backup-code", () => {
  it("rejects the code of a person who has not given a password", async () => {
    const { status, body } = await giveRecoveryCode(club.visitor, "K7QX2-MPR9W");
    expect([status, body.code]).toEqual([401, "two_factor_expired"]);
  });
  it("signs in a person with a recovery code in any spelling, and writes audit rows", async () => {
    const { person } = await guarded();
    const browser = await asked(person);
    const { status, body } = await giveRecoveryCode(browser, " k7qx2mpr9w");
    expect([status, body]).toEqual([200, { user: { id: person.id } }]);
    expect((await browser("GET", "/api/session")).body.session.user.id).toBe(person.id);
    const left = await audits(person);
    expect(left).toHaveLength(2);
    expect(left).toContainEqual(["recovery_code_used", {}]);
    expect(left).toContainEqual(["signed_in", { factor: "recovery_code" }]);
    const mails = (await takeMails(club)).filter(({ to }) => to === person.email);
    expect(mails.map(({ subject }) => subject)).toContain("A recovery code was used at Kindling");
  });
  it("accepts a recovery code once, and then the next one", async () => {
    const { person } = await guarded();
    expect((await giveRecoveryCode(await asked(person), "K7QX2-MPR9W")).status).toBe(200);
    const again = await asked(person);
    const { status, body } = await giveRecoveryCode(again, "K7QX2-MPR9W");
    expect([status, body.code, body.detail]).toEqual([
      400,
      "invalid_code",
      "This recovery code is not right, or it was used already.",
    ]);
    expect((await giveRecoveryCode(again, "23456-789AB")).status).toBe(200);
  });
  it("accepts a recovery code once when two requests race, in one browser and in two", async () => {
    for (const isOneBrowser of [true, false]) {
      const { person } = await guarded();
      const first = await asked(person);
      const second = isOneBrowser ? first : await asked(person);
      const answers = await Promise.all([first, second, second].map((one) => giveRecoveryCode(one, "K7QX2-MPR9W")));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await sessionsOf(person)).toHaveLength(1);
    }
  });
});

async function signedIn(): Promise<{ person: Person; call: Call }> {
  const person = await buildPerson(club.db, { password_hash });
  const call = openBrowser(club);
  await signIn(call, person);
  return { person, call };
}

async function withFactor() {
  const { person, call } = await signedIn();
  const { body } = await call("POST", "/api/auth/two-factor/enable", { password });
  const totp = URI.parse(body.totp_uri);
  await giveCode(call, totp.generate());
  return { person, call, recoveryCodes: body.recovery_codes as string[] };
}

/** Signed in twice, plus a copied cookie; TOTP setup not yet verified. */
async function settingUp({ verified = false } = {}) {
  const person = await buildPerson(club.db, { password_hash });
  const { code } = await giveSecondFactor(club, person, { verified });
  const cookie = await club.cookieOf(person);
  const [browser, copy] = [openBrowser(club, cookie), openBrowser(club, cookie)];
  return { person, code, browser, copy, elsewhere: await club.as(person) };
}
const setUp = () => settingUp({ verified: true });

async function expectThisAlone(person: Person, browser: Call, others: readonly Call[]): Promise<void> {
  expect((await browser("GET", "/api/session")).body.session.user.id).toBe(person.id);
  for (const other of others) expect((await other("GET", "/api/session")).body).toEqual({ session: null });
  expect(await sessionsOf(person)).toHaveLength(1);
}

const mailsTo = async ({ email }: Person) =>
  (await takeMails(club)).flatMap(({ to, subject }) => (to === email ? [subject] : []));

describe("POST /auth/two-factor/enable", () => {
  it("requires the password, and stores nothing without it", async () => {
    const { person, call } = await signedIn();
    expect((await call("POST", "/api/auth/two-factor/enable", {})).status).toBe(422);
    const { status, body } = await call("POST", "/api/auth/two-factor/enable", { password: "wrong" });
    expect([status, body.code]).toEqual([400, "wrong_password"]);
    const rows = club.db.selectFrom("auth.two_factors").select("id").where("user_id", "=", person.id);
    expect(await rows.execute()).toEqual([]);
  });
  it("gives the authenticator app the name of the club of today", async () => {
    const { identity } = defaultSettings;
    const admin = await club.as(await buildAdmin(club.db));
    const save = (value: typeof identity, expected_revision: number) =>
      admin("PUT", "/api/settings/identity", { value, expected_revision });
    expect((await save({ ...identity, name: "Hearth & Co: Angels" }, 0)).status).toBe(200);
    onTestFinished(async () => void (await save(identity, 1)));
    const { person, call } = await signedIn();
    const { body } = await call("POST", "/api/auth/two-factor/enable", { password });
    const { issuer, label } = URI.parse(body.totp_uri);
    expect([issuer, label]).toEqual(["Hearth & Co Angels", person.email]);
    expect((await call("POST", "/api/account/passkeys/options")).body.rp_name).toBe("Hearth & Co: Angels");
  });
  it("returns the secret and ten recovery codes, which become active once a code is given", async () => {
    const { person, call } = await signedIn();
    const { status, body } = await call("POST", "/api/auth/two-factor/enable", { password });
    expect(status).toBe(200);
    expect(body.recovery_codes).toHaveLength(10);
    expect(new Set(body.recovery_codes).size).toBe(10);
    for (const code of body.recovery_codes) expect(code).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    const totp = URI.parse(body.totp_uri);
    expect([totp.issuer, totp.label]).toEqual(["Kindling", person.email]);
    const before = (await call("GET", "/api/session")).body.session.user.factors;
    expect(before).toMatchObject([{ status: "unverified" }]);
    const row = await club.db
      .selectFrom("auth.two_factors")
      .selectAll()
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    for (const code of body.recovery_codes) expect(JSON.stringify(row)).not.toContain(code);

    expect((await giveCode(call, totp.generate())).body).toEqual({ user: { id: person.id } });
    const after = await call("GET", "/api/session");
    expect(after.body.session.user.factors).toMatchObject([{ status: "verified" }]);
    expect(JSON.stringify(after.body)).not.toMatch(/otpauth|secret|recovery/);
    expect(await audits(person)).toEqual([
      ["signed_in", {}],
      ["two_factor_enabled", {}],
    ]);
    expect(await mailsTo(person)).toEqual(["Two-factor sign-in is on at Kindling"]);
    expect((await signIn(openBrowser(club), person)).body.twoFactorRedirect).toBe(true);
  });
  it("ends all other sessions at the first code, and rotates this browser's cookie", async () => {
    const { person, browser, copy, elsewhere, code } = await settingUp();
    expect((await giveCode(browser, code())).status).toBe(200);
    await expectThisAlone(person, browser, [copy, elsewhere]);
  });
  it("ends no session and enables nothing for a wrong code or one of a setup that was restarted", async () => {
    const { person, browser, copy, elsewhere, code } = await settingUp();
    const wrong = code() === "000000" ? "000001" : "000000";
    expect((await giveCode(browser, wrong)).body.code).toBe("invalid_code");
    await club.db.deleteFrom("auth.two_factors").where("user_id", "=", person.id).execute();
    await giveSecondFactor(club, { id: person.id }, { verified: false, secret: "started again" });
    expect((await giveCode(browser, code())).body.code).toBe("invalid_code");
    for (const call of [browser, copy, elsewhere]) {
      expect((await call("GET", "/api/session")).body.session.user.factors).toMatchObject([{ status: "unverified" }]);
    }
    expect(await mailsTo(person)).toEqual([]);
  });
  it("returns no other secret once two-factor sign-in is enabled", async () => {
    const { call } = await withFactor();
    const { status, body } = await call("POST", "/api/auth/two-factor/enable", { password });
    expect([status, body.code]).toEqual([409, "bad_request"]);
    expect(JSON.stringify(body)).not.toContain("otpauth");
  });
  it("refuses to accept again the code that finished the setup", async () => {
    const { person, call } = await signedIn();
    const { body } = await call("POST", "/api/auth/two-factor/enable", { password });
    const code = URI.parse(body.totp_uri).generate();
    expect((await giveCode(call, code)).status).toBe(200);
    expect((await giveCode(await asked(person), code)).body.code).toBe("invalid_code");
  });
});

describe("POST /auth/two-factor/disable", () => {
  it("requires the password", async () => {
    const { person, call } = await withFactor();
    const { status, body } = await call("POST", "/api/auth/two-factor/disable", { password: "wrong" });
    expect([status, body.code]).toEqual([400, "wrong_password"]);
    expect((await signIn(openBrowser(club), person)).body.twoFactorRedirect).toBe(true);
  });
  it("disables two-factor sign-in, keeps the person signed in, writes an audit row and stores no secret", async () => {
    const { person, call } = await withFactor();
    const { status, body } = await call("POST", "/api/auth/two-factor/disable", { password });
    expect([status, body]).toEqual([200, { status: true }]);
    expect((await call("GET", "/api/session")).body.session.user.factors).toEqual([]);
    const rows = club.db.selectFrom("auth.two_factors").select("id").where("user_id", "=", person.id);
    expect(await rows.execute()).toEqual([]);
    expect((await audits(person)).at(-1)).toEqual(["two_factor_disabled", {}]);
    expect(await mailsTo(person)).toContain("Two-factor sign-in is off at Kindling");
    expect((await signIn(openBrowser(club), person)).body).toEqual({ user: { id: person.id } });
  });
  it("ends all other sessions, and rotates this browser's cookie", async () => {
    const { person, browser, copy, elsewhere } = await setUp();
    await browser("POST", "/api/auth/two-factor/disable", { password });
    await expectThisAlone(person, browser, [copy, elsewhere]);
  });
  it("removes an unfinished setup, and ends no session", async () => {
    const { person, browser, copy, elsewhere } = await settingUp();
    await browser("POST", "/api/auth/two-factor/disable", { password });
    for (const call of [browser, copy, elsewhere]) {
      expect((await call("GET", "/api/session")).body.session.user.factors).toEqual([]);
    }
    expect([await audits(person), await mailsTo(person)]).toEqual([[], []]);
  });
});

describe("POST /auth/two-factor/generate-backup-codes", () => {
  it("requires the password and a second factor", async () => {
    const { call } = await signedIn();
    const renew = (given: string) => call("POST", "/api/auth/two-factor/generate-backup-codes", { password: given });
    expect((await renew("wrong")).body.code).toBe("wrong_password");
    expect([(await renew(password)).status, (await renew(password)).body.code]).toEqual([409, "bad_request"]);
  });
  it("replaces the codes with ten new ones and writes an audit row", async () => {
    const { person, call, recoveryCodes } = await withFactor();
    const { status, body } = await call("POST", "/api/auth/two-factor/generate-backup-codes", { password });
    expect([status, body.recovery_codes.length]).toEqual([200, 10]);
    expect((await audits(person)).at(-1)).toEqual(["recovery_codes_renewed", {}]);
    expect(await mailsTo(person)).toContain("You have new recovery codes at Kindling");
    const browser = await asked(person);
    expect((await giveRecoveryCode(browser, recoveryCodes[0] as string)).body.code).toBe("invalid_code");
    expect((await giveRecoveryCode(browser, body.recovery_codes[0])).status).toBe(200);
  });
  it("ends all other sessions, and rotates this browser's cookie after new codes", async () => {
    const { person, browser, copy, elsewhere } = await setUp();
    await browser("POST", "/api/auth/two-factor/generate-backup-codes", { password });
    await expectThisAlone(person, browser, [copy, elsewhere]);
  });
});

describe("The rest of Better Auth's two-factor sign-in", () => {
  it.each(["get-totp-uri", "send-otp", "verify-otp", "view-backup-codes"])("returns 404 for %s", async (path) => {
    const { call } = await signedIn();
    const answer = await call("POST", `/api/auth/two-factor/${path}`, { password });
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  });
});
