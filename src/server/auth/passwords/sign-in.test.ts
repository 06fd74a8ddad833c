import { makeSignature } from "better-auth/crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { hashPassword, quickPasswords } from "#tests/support/quick-passwords.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";
import type { PasswordHasher } from "../better-auth.ts";

const password = "seven quiet lanterns";
const club = await openTestApp();
const password_hash = await hashPassword(password);
const person = await buildPerson(club.db, { email: "mina@castell.example", password_hash });
beforeEach(() => sql`truncate auth.rate_limits`.execute(club.db).then(() => {}));

const signIn = (email: string, tried: string) =>
  club.visitor("POST", "/api/auth/sign-in/email", { email, password: tried });
const audits = async (kind: string) =>
  club.db.selectFrom("audit_events").select(["actor_id", "subject_id", "details"]).where("kind", "=", kind).execute();

describe("POST /auth/sign-in/email", () => {
  it("sets an HttpOnly, SameSite cookie and writes an audit row", async () => {
    const { status, headers, body } = await signIn(" Mina@Castell.example ", password);
    expect([status, body]).toEqual([200, { user: { id: person.id } }]);
    const cookie = headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^kindling\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const session = await club.visitor("GET", "/api/session", undefined, { cookie: cookie.split(";")[0] ?? "" });
    expect(session.body.session.user.id).toBe(person.id);
    expect(await audits("signed_in")).toEqual([{ actor_id: person.id, subject_id: person.id, details: {} }]);
  });
  it("ends the browser's previous session only, and writes an audit row", async () => {
    const mine = await buildPerson(club.db, { password_hash });
    const [former, elsewhere] = [await club.cookieOf(mine), await club.as(mine)];
    const input = { email: mine.email, password };
    const sessionOf = async (headers: Record<string, string>) =>
      (await club.visitor("GET", "/api/session", undefined, headers)).body.session;
    expect(await sessionOf({ cookie: former })).not.toBeNull();
    expect((await club.visitor("POST", "/api/auth/sign-in/email", input, { cookie: former })).status).toBe(200);
    expect(await sessionOf({ cookie: former })).toBeNull();
    expect((await elsewhere("GET", "/api/session")).body.session).not.toBeNull();
    expect(await audits("session_ended")).toEqual([
      { actor_id: mine.id, subject_id: mine.id, details: { reason: "signed_in_again" } },
    ]);
  });
  it("creates a new session each time, and ignores a cookie that was planted in the browser", async () => {
    const planted = (await signIn("mina@castell.example", password)).headers.get("set-cookie")?.split(";")[0] ?? "";
    const input = { email: "mina@castell.example", password };
    const victim = await club.visitor("POST", "/api/auth/sign-in/email", input, { cookie: planted });
    const own = victim.headers.get("set-cookie")?.split(";")[0];
    expect(own).toMatch(/^kindling\.session_token=/);
    expect(own).not.toBe(planted);
    const unsigned = { cookie: "kindling.session_token=of-my-own-making" };
    const answer = await club.visitor("POST", "/api/auth/sign-in/email", input, unsigned);
    expect(answer.headers.get("set-cookie")).not.toContain("of-my-own-making");
  });
  it.each([
    {},
    { email: "mina@castell.example" },
    { password },
    { email: "", password },
    { email: null, password },
    [],
    null,
  ])("returns 400 for a missing field: %j", async (body) => {
    const answer = await club.visitor("POST", "/api/auth/sign-in/email", body);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      400,
      "missing_credentials",
      "You must provide either an email or phone number and a password",
    ]);
  });
  it("returns the same response to a wrong password and to an unknown e-mail", async () => {
    for (const email of ["mina@castell.example", "nobody@castell.example"]) {
      const { status, body } = await signIn(email, "wrong password");
      expect([status, body.code, body.detail]).toEqual([400, "invalid_credentials", "Invalid login credentials"]);
    }
    expect((await audits("sign_in_failed")).map(({ subject_id }) => subject_id)).toEqual([person.id, null]);
  });
  it("asks a person to verify the e-mail first, and only when the password was right", async () => {
    await buildPerson(club.db, { email: "new@castell.example", email_verified: false, password_hash });
    expect((await signIn("new@castell.example", password)).body.code).toBe("email_not_verified");
    expect((await signIn("new@castell.example", "wrong password")).body.code).toBe("invalid_credentials");
  });
  it("audits once that a limit was reached, with the person protected, and no attempts beyond the limit", async () => {
    const target = await buildPerson(club.db, { password_hash });
    const before = (await audits("sign_in_failed")).length;
    await club.limits.passwordsPerEmailAndAddress.take([target.email, "unknown"]);
    await sql`update auth.rate_limits set points = 10 where key like 'password-pair%'`.execute(club.db);
    for (let n = 0; n < 3; n++) expect((await signIn(target.email, "wrong password")).status).toBe(429);
    expect((await audits("limit_reached")).filter(({ subject_id }) => subject_id === target.id)).toEqual([
      { actor_id: null, subject_id: target.id, details: { limit: "password-pair" } },
    ]);
    expect((await audits("sign_in_failed")).length).toBe(before);
  });
  it("writes no row for each e-mail that an address tries beyond its limit", async () => {
    await club.limits.passwordsPerAddress.take("unknown");
    await sql`update auth.rate_limits set points = 100`.execute(club.db);
    for (let n = 0; n < 3; n++) {
      expect((await signIn(`everybody-${n}@castell.example`, "wrong password")).status).toBe(429);
    }
    const { rows } = await sql`select points from auth.rate_limits`.execute(club.db);
    expect(rows).toEqual([{ points: 103 }]);
  });
  it("accepts 30 right passwords of one person in 15 minutes", async () => {
    await club.limits.rightPasswordsPerEmail.take(person.email);
    await sql`update auth.rate_limits set points = 29`.execute(club.db);
    expect((await signIn(person.email, password)).status).toBe(200);
    const { status, headers } = await signIn(person.email, password);
    expect([status, Number(headers.get("retry-after")) > 800]).toEqual([429, true]);
  });
  it("locks out one person's sign-in after ten attempts, right passwords too, also when sent concurrently", async () => {
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, n) => signIn("mina@castell.example", `guess ${n}`)),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
    const { status, headers, body } = await signIn("mina@castell.example", password);
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(800);
  });
  it("counts no right password as wrong when the e-mail is not verified, and audits nothing beyond the limit", async () => {
    await buildPerson(club.db, { email: "soon@castell.example", email_verified: false, password_hash });
    for (let n = 0; n < 11; n++) {
      expect((await signIn("soon@castell.example", password)).body.code).toBe("email_not_verified");
    }
    const before = (await audits("sign_in_failed")).length;
    for (let n = 0; n < 12; n++) await signIn("gone@castell.example", "wrong password");
    expect((await audits("sign_in_failed")).length - before).toBe(10);
  });
  it("rejects a call from another origin without an audit row, and counts it as a wrong attempt", async () => {
    const before = (await audits("sign_in_failed")).length;
    const input = { email: "mina@castell.example", password };
    const answers = [];
    for (let n = 0; n < 11; n++) {
      const foreign = { origin: "https://elsewhere.example" };
      answers.push((await club.visitor("POST", "/api/auth/sign-in/email", input, foreign)).status);
    }
    expect(answers).toEqual([...Array(10).fill(403), 429]);
    expect((await audits("sign_in_failed")).length).toBe(before);
  });
  it("rejects a password or an e-mail that is too long before anything is written", async () => {
    const before = (await audits("sign_in_failed")).length;
    const long = await signIn("mina@castell.example", "p".repeat(129));
    expect([long.status, long.body.errors]).toEqual([
      422,
      [{ path: "password", message: "Please use at most 128 characters." }],
    ]);
    const email = await signIn(`${"m".repeat(250)}@castell.example`, password);
    expect([email.status, email.body.errors]).toEqual([
      422,
      [{ path: "email", message: "Please enter a valid email address." }],
    ]);
    const { rows } = await sql`select key from auth.rate_limits`.execute(club.db);
    expect([rows.length, (await audits("sign_in_failed")).length - before]).toEqual([0, 0]);
  });
  it("resets the count of wrong attempts after a right password", async () => {
    for (let n = 0; n < 9; n++) await signIn("mina@castell.example", `guess ${n}`);
    expect((await signIn("mina@castell.example", password)).status).toBe(200);
    expect((await signIn("mina@castell.example", "wrong again")).status).toBe(400);
    const { rows } = await sql<{
      points: number;
    }>`select points from auth.rate_limits where key like 'password-email%'`.execute(club.db);
    expect(rows).toEqual([{ points: 10 }]);
  });
  it("stores neither e-mail nor address in the table of attempts", async () => {
    await signIn("mina@castell.example", "wrong password");
    const { rows } = await sql<{ key: string }>`select key from auth.rate_limits`.execute(club.db);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/mina|castell|127/);
  });
});

describe("A session's cookie", () => {
  it("A session's cookie is valid only when signed with the key for that purpose, not AUTH_SECRET or another key", async () => {
    const person = await buildPerson(club.db);
    const { token } = await (await club.auth.$context).internalAdapter.createSession(person.id);
    const signedWith = async (key: string) => {
      const cookie = `kindling.session_token=${encodeURIComponent(`${token}.${await makeSignature(token, key)}`)}`;
      return (await club.visitor("GET", "/api/session", undefined, { cookie })).body.session?.user.id;
    };
    const { betterAuth, ...others } = club.keys;
    expect(await signedWith(betterAuth)).toBe(person.id);
    for (const key of [club.authSecret, ...Object.values(others)]) expect(await signedWith(key)).toBeUndefined();
  });
});

describe("A person who probes for accounts", () => {
  it("Response times do not tell whether an e-mail is unknown or has no password", async () => {
    const hashed: string[] = [];
    const hasher: PasswordHasher = {
      hash: async (tried) => {
        hashed.push(tried);
        return quickPasswords.hash(tried);
      },
      verify: async (given) => {
        hashed.push(given.password);
        return quickPasswords.verify(given);
      },
    };
    const counted = await createTestApp({ passwordHashing: { hasher } });
    const known = await buildPerson(counted.db, { password_hash });
    const withoutPassword = await buildPerson(counted.db);
    for (const email of [known.email, "nobody@castell.example", withoutPassword.email]) {
      const input = { email, password: `wrong for ${email}` };
      expect((await counted.visitor("POST", "/api/auth/sign-in/email", input)).body.code).toBe("invalid_credentials");
      expect(hashed.splice(0)).toEqual([`wrong for ${email}`]);
    }
    await counted.close();
  });
});

describe("POST /auth/send-verification-email", () => {
  const ask = (email: string) => club.visitor("POST", "/api/auth/send-verification-email", { email });

  it("returns the same response with and without an account, and mails only a person who has to verify", async () => {
    await sql`delete from pgboss.job where name = 'mail'`.execute(club.db);
    const fresh = await buildPerson(club.db, { email_verified: false });
    for (const email of [fresh.email, person.email, "nobody@castell.example"]) {
      const { status, body } = await ask(email);
      expect([status, body]).toEqual([200, { status: true }]);
    }
    const { rows } = await sql`select data from pgboss.job where name = 'mail'`.execute(club.db);
    expect(rows).toEqual([{ data: { template: "verification", user_id: fresh.id } }]);
  });
  it("sends at most five mails an hour to one e-mail, always returns 200, and audits the limit once", async () => {
    await sql`delete from pgboss.job where name = 'mail'`.execute(club.db);
    const fresh = await buildPerson(club.db, { email_verified: false });
    for (let n = 0; n < 7; n++) expect((await ask(fresh.email)).status).toBe(200);
    const { rows } = await sql`select data from pgboss.job where name = 'mail'`.execute(club.db);
    expect(rows).toEqual(Array(5).fill({ data: { template: "verification", user_id: fresh.id } }));
    expect((await audits("limit_reached")).filter(({ subject_id }) => subject_id === fresh.id)).toEqual([
      { actor_id: null, subject_id: fresh.id, details: { limit: "mail-verification" } },
    ]);
  });
  it("sends a verified member's recovery mail in spite of a stranger's verification requests", async () => {
    for (let n = 0; n < 7; n++) expect((await ask(person.email)).status).toBe(200);
    await sql`delete from pgboss.job where name = 'mail'`.execute(club.db);
    const recovery = await club.visitor("POST", "/api/auth/request-password-reset", { email: person.email });
    expect(recovery.status).toBe(200);
    const { rows } = await sql`select data from pgboss.job where name = 'mail'`.execute(club.db);
    expect(rows).toEqual([{ data: { template: "password-reset", user_id: person.id } }]);
  });
  it("returns 429 to one address after a hundred mails in an hour", async () => {
    await club.limits.mailsPerAddress.take("unknown");
    await sql`update auth.rate_limits set points = 100 where key like 'mail-address%'`.execute(club.db);
    const { status, headers } = await ask("another@castell.example");
    expect([status, Number(headers.get("retry-after")) > 3000]).toEqual([429, true]);
  });
});

describe("The rest of Better Auth", () => {
  it.each(["sign-up/email", "sign-in/username", "change-email", "delete-user", "update-user"])(
    "returns 404 for %s",
    async (path) => {
      const answer = await club.visitor("POST", `/api/auth/${path}`, {
        email: "new@castell.example",
        password,
        name: "New",
      });
      expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    },
  );
});
