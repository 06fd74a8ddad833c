import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { createPasswordResetToken } from "./routes.ts";

const oldPassword = "seven quiet lanterns";
const newPassword = "eight loud lanterns";
const club = await openTestApp();
const password_hash = await hashPassword(oldPassword);
beforeEach(async () => {
  await sql`truncate auth.rate_limits, auth.verifications`.execute(club.db);
  await sql`delete from pgboss.job`.execute(club.db);
});

const ask = (email: string) => club.visitor("POST", "/api/auth/request-password-reset", { email });
const reset = (token: string, password = newPassword) =>
  club.visitor("POST", "/api/auth/reset-password", { token, password });
const signIn = ({ email }: Person, password: string, browser = club.visitor) =>
  browser("POST", "/api/auth/sign-in/email", { email, password });
const mina = () => buildPerson(club.db, { password_hash });

/** @returns the token of a requested reset mail. */
async function tokenOf(person: Person): Promise<string> {
  await ask(person.email);
  const mail = (await takeMails(club)).find(({ to }) => to === person.email);
  return /token=([\w-]+)$/.exec(mail?.link ?? "")?.[1] ?? "";
}

const kindsOf = async ({ id }: Person) =>
  (await club.db.selectFrom("audit_events").select("kind").where("subject_id", "=", id).execute())
    .map(({ kind }) => kind)
    .sort();

describe("POST /auth/request-password-reset", () => {
  it("requires an e-mail address", async () => {
    const { status, body } = await ask("mina");
    expect([status, body.code]).toEqual([422, "invalid_body"]);
  });
  it("returns the same response with and without an account, with as many rows and jobs, and mails only an owner", async () => {
    const person = await mina();
    const traces = [];
    for (const email of [` ${person.email.toUpperCase()} `, "nobody@castell.example"]) {
      await sql`truncate audit_events`.execute(club.db);
      const { status, headers, body } = await ask(email);
      expect([status, body]).toEqual([200, { status: true }]);
      const audits = await club.db.selectFrom("audit_events").select("kind").execute();
      const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(club.db);
      traces.push([[...headers.keys()].sort(), audits, rows.map(({ data }) => Object.keys(data))]);
      const mails = await takeMails(club);
      expect(mails.map(({ to }) => to)).toEqual(email.includes("@castell") ? [] : [person.email]);
    }
    expect(traces[0]).toEqual(traces[1]);
  });
  it("queues no token, and stores only a hash", async () => {
    const person = await mina();
    await ask(person.email);
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(club.db);
    expect(rows).toEqual([{ data: { template: "password-reset", user_id: person.id } }]);
    expect(await club.db.selectFrom("auth.verifications").selectAll().execute()).toEqual([]);
    const [mail] = await takeMails(club);
    expect(mail?.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/#\/reset-password\?token=[\w-]{43}$/);
    const token = mail?.link?.split("token=")[1] ?? "";
    const kept = await club.db.selectFrom("auth.verifications").selectAll().execute();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });
  it("sends at most five mails an hour to one e-mail, and returns the same response with and without an account", async () => {
    const person = await mina();
    for (const email of [person.email, "often@castell.example"]) {
      for (let n = 0; n < 7; n++) {
        const { status, body } = await ask(email);
        expect([status, body]).toEqual([200, { status: true }]);
      }
    }
    expect((await takeMails(club)).map(({ to }) => to)).toEqual(Array(5).fill(person.email));
  });
  it("audits the requests that led to a mail, and once that the limit was reached", async () => {
    const person = await mina();
    for (let n = 0; n < 7; n++) await ask(person.email);
    expect(await kindsOf(person)).toEqual(["limit_reached", ...Array(5).fill("password_reset_requested")]);
  });
});

describe("POST /auth/reset-password", () => {
  it("rejects a forged token", async () => {
    const { status, body } = await reset("x".repeat(43));
    expect([status, body.code, body.detail]).toEqual([
      400,
      "invalid_token",
      "This link is not valid any more. Please ask for a new one.",
    ]);
  });
  it("sets the password, ends all sessions and writes an audit row", async () => {
    const person = await mina();
    const elsewhere = await club.as(person);
    expect((await reset(await tokenOf(person))).body).toEqual({ status: true });
    expect((await elsewhere("GET", "/api/session")).body).toEqual({ session: null });
    expect((await signIn(person, oldPassword)).body.code).toBe("invalid_credentials");
    expect((await signIn(person, newPassword)).status).toBe(200);
    expect(await kindsOf(person)).toEqual([
      "password_reset",
      "password_reset_requested",
      "sign_in_failed",
      "signed_in",
    ]);
  });
  it("accepts a link once, even when two requests race", async () => {
    const person = await mina();
    const token = await tokenOf(person);
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await reset(token, "nine silent lanterns")).body.code).toBe("invalid_token");
    expect((await signIn(person, newPassword)).status).toBe(200);
  });
  it("accepts one of several links, even when they race", async () => {
    const person = await mina();
    const tokens = [await tokenOf(person), await tokenOf(person)];
    const answers = await Promise.all(tokens.map((token) => reset(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
  it("rejects a link older than an hour", async () => {
    const person = await mina();
    const token = await tokenOf(person);
    const kept = await club.db.selectFrom("auth.verifications").select("expires_at").executeTakeFirstOrThrow();
    expect(Math.round((kept.expires_at.getTime() - Date.now()) / 60_000)).toBe(60);
    await sql`update auth.verifications set expires_at = now() - interval '1 second'`.execute(club.db);
    expect((await reset(token)).body.code).toBe("invalid_token");
  });
  it("rejects a weak password with the reason, and keeps the link valid", async () => {
    const person = await mina();
    const token = await tokenOf(person);
    const { status, body } = await reset(token, "Password");
    expect([status, body.code, body.reasons]).toEqual([422, "weak_password", ["common"]]);
    expect((await reset(token, "12345")).status).toBe(422);
    expect((await reset(token, person.email)).body.reasons).toEqual(["own_name"]);
    expect((await reset(token)).status).toBe(200);
  });
  it("sets the first password of a person who signed in with Google, and disconnects Google", async () => {
    const person = await buildPerson(club.db);
    const account = { provider_id: "google", account_id: "g-1" };
    await club.db.updateTable("auth.accounts").set(account).where("user_id", "=", person.id).execute();
    expect((await reset(await tokenOf(person))).status).toBe(200);
    expect((await signIn(person, newPassword)).status).toBe(200);
    const { body } = await (await club.as(person))("GET", "/api/session");
    expect(body.session.user.identities).toMatchObject([{ provider: "email" }]);
  });
  it("disconnects a Google account that another person connected, and notifies the owner", async () => {
    const person = await mina();
    const google = { user_id: person.id, provider_id: "google", account_id: "of a thief", updated_at: new Date() };
    await club.db.insertInto("auth.accounts").values(google).execute();
    const token = await tokenOf(person);
    expect((await reset(token)).status).toBe(200);
    const left = club.db.selectFrom("auth.accounts").select("provider_id").where("user_id", "=", person.id);
    expect(await left.execute()).toEqual([{ provider_id: "credential" }]);
    expect(await kindsOf(person)).toEqual(["google_disconnected", "password_reset", "password_reset_requested"]);
    const [mail, ...others] = await takeMails(club);
    expect([mail?.to, mail?.subject, others]).toEqual([person.email, "You have a new password at Kindling", []]);
    expect(mail?.text).toContain("A Google account that was connected is disconnected");
  });
  it("verifies the address, since the link was read in its mailbox", async () => {
    const person = await buildPerson(club.db, { password_hash, email_verified: false });
    expect((await reset(await tokenOf(person))).status).toBe(200);
    expect((await signIn(person, newPassword)).status).toBe(200);
    expect(await kindsOf(person)).toContain("email_verified");
  });
  it("cancels a pending two-factor sign-in with the old password, and still requires the second factor", async () => {
    const person = await mina();
    const { code } = await giveSecondFactor(club, person);
    const thief = openBrowser(club);
    await signIn(person, oldPassword, thief);
    expect((await reset(await tokenOf(person))).status).toBe(200);
    const late = await thief("POST", "/api/auth/two-factor/verify-totp", { code: code() });
    expect([late.status, late.body.code]).toEqual([401, "two_factor_expired"]);
    expect((await signIn(person, newPassword)).body).toMatchObject({ twoFactorRedirect: true });
  });
  it("lifts the lockout, so that the person can sign in with the new password at once", async () => {
    const person = await mina();
    for (let n = 0; n < 10; n++) await signIn(person, `guess ${n}`);
    expect((await signIn(person, oldPassword)).status).toBe(429);
    await reset(await tokenOf(person));
    expect((await signIn(person, newPassword)).status).toBe(200);
  });
  it("revokes the link when the person's address has changed", async () => {
    const person = await mina();
    expect(await createPasswordResetToken(club.db, { ...person, email: "old@castell.example" })).toBeUndefined();
  });
});
