import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildInvitation, buildPerson, type Person } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const password = "seven quiet lanterns";
const hour = 60 * 60 * 1000;

let clock = new Date();
let fresh: Person;
const club = await openTestApp({ now: () => clock });
const password_hash = await hashPassword(password);
beforeEach(async () => {
  clock = new Date();
  await sql`truncate auth.rate_limits, auth.email_verifications`.execute(club.db);
  await takeMails(club);
  fresh = await buildPerson(club.db, { password_hash, email_verified: false });
});

async function askToken(email: string): Promise<string> {
  await club.visitor("POST", "/api/auth/send-verification-email", { email });
  const mail = (await takeMails(club)).find(({ to }) => to === email);
  return new URLSearchParams(mail?.link?.split("?")[1]).get("token") ?? "";
}
const verify = async (token: string, tried = password) => {
  const { status, body } = await club.visitor("POST", "/api/auth/verify-email", { token, password: tried });
  return [status, body.email ?? body.code];
};
const invalid = [400, "invalid_token"];
const isVerified = async ({ id }: Person) => {
  const row = club.db.selectFrom("auth.users").select("email_verified").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).email_verified;
};
const auditsOf = async ({ id }: Person, kind: "email_verified" | "password_check_failed" = "email_verified") => {
  const rows = club.db.selectFrom("audit_events").select("actor_id").where("subject_id", "=", id);
  return (await rows.where("kind", "=", kind).execute()).map(({ actor_id }) => actor_id);
};

describe("POST /auth/verify-email/read", () => {
  const read = async (token: string) => {
    const { status, body } = await club.visitor("POST", "/api/auth/verify-email/read", { token });
    return [status, body.code ?? body];
  };
  it("requires a token", async () => {
    const { status, body } = await club.visitor("POST", "/api/auth/verify-email/read", { token: "" });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ["token"]]);
  });
  it("returns nothing without a token that was sent, nor with one that has expired unused", async () => {
    const token = await askToken(fresh.email);
    expect(await read("made-up")).toEqual(invalid);
    clock = new Date(clock.getTime() + 25 * hour);
    expect(await read(token)).toEqual(invalid);
  });
  it("returns no address for a token that waits for the password, and changes nothing", async () => {
    const token = await askToken(fresh.email);
    expect([await read(token), await read(token)]).toEqual([
      [200, { verified_email: null }],
      [200, { verified_email: null }],
    ]);
    expect([await isVerified(fresh), await auditsOf(fresh)]).toEqual([false, []]);
    expect(await verify(token)).toEqual([200, fresh.email]);
  });
  it("returns the verified address of a used token, also after its 24 hours, but not once the account has another", async () => {
    const token = await askToken(fresh.email);
    await verify(token);
    clock = new Date(clock.getTime() + 10 * 24 * hour);
    expect(await read(token)).toEqual([200, { verified_email: fresh.email }]);
    const moved = club.db.updateTable("auth.users").set({ email: "moved-away@castell.example" });
    await moved.where("id", "=", fresh.id).execute();
    expect(await read(token)).toEqual(invalid);
  });
});

describe("POST /auth/verify-email", () => {
  it("requires a token and a password", async () => {
    const { status, body } = await club.visitor("POST", "/api/auth/verify-email", { token: "", password: "" });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ["token", "password"]]);
  });
  it("rejects an unknown token as invalid", async () => {
    const { status, body } = await club.visitor("POST", "/api/auth/verify-email", { token: "made-up", password });
    expect([status, body.code, body.detail]).toEqual([
      400,
      "invalid_token",
      "This link is not valid any more, or not complete. Sign in: if your address is not verified yet, you can ask for a new link there.",
    ]);
  });
  it("verifies the e-mail with the token and the password, signs nobody in, and writes an audit row", async () => {
    const token = await askToken(fresh.email);
    const answer = await club.visitor("POST", "/api/auth/verify-email", { token, password });
    expect([answer.status, answer.body]).toEqual([200, { email: fresh.email }]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect([await isVerified(fresh), await auditsOf(fresh)]).toEqual([true, [fresh.id]]);
    const signIn = await club.visitor("POST", "/api/auth/sign-in/email", { email: fresh.email, password });
    expect(signIn.status).toBe(200);
  });
  it("stores only a hash of the token, for a day", async () => {
    const token = await askToken(fresh.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = await club.db.selectFrom("auth.email_verifications").selectAll().execute();
    expect(kept).toMatchObject([{ user_id: fresh.id, email: fresh.email }]);
    expect(JSON.stringify(kept)).not.toContain(token);
    const lifetime = (kept[0]?.expires_at.getTime() ?? 0) - (kept[0]?.created_at.getTime() ?? 0);
    expect(lifetime).toBe(24 * hour);
  });
  it("opens no account with the mailbox alone, when another person registered with the invitation", async () => {
    const { code, email } = await buildInvitation(club.db);
    await club.visitor("POST", "/api/registrations", { code, email, password: "of the person who took the code" });
    const token = await askToken(email);
    const { status, body } = await club.visitor("POST", "/api/auth/verify-email", { token, password });
    expect([status, body.code, body.detail]).toEqual([
      400,
      "wrong_password",
      "This is not the password that the account was registered with.",
    ]);
    const signIn = { email, password: "of the person who took the code" };
    expect((await club.visitor("POST", "/api/auth/sign-in/email", signIn)).body.code).toBe("email_not_verified");

    await club.visitor("POST", "/api/auth/request-password-reset", { email });
    const mail = (await takeMails(club)).find(({ template }) => template === "password-reset");
    const reset = new URLSearchParams(mail?.link?.split("?")[1]).get("token");
    await club.visitor("POST", "/api/auth/reset-password", { token: reset, password });
    expect((await club.visitor("POST", "/api/auth/sign-in/email", { email, password })).status).toBe(200);
    expect((await club.visitor("POST", "/api/auth/sign-in/email", signIn)).body.code).toBe("invalid_credentials");
  });
  it("limits wrong passwords as sign-in does, and audits each", async () => {
    const token = await askToken(fresh.email);
    const guesses = await Promise.all(Array.from({ length: 10 }, (_, n) => verify(token, `guess ${n}`)));
    expect(guesses).toEqual(Array.from({ length: 10 }, () => [400, "wrong_password"]));
    expect(await auditsOf(fresh, "password_check_failed")).toEqual(Array.from({ length: 10 }, () => null));
    expect(await verify(token)).toEqual([429, "rate_limited"]);
    const signIn = await club.visitor("POST", "/api/auth/sign-in/email", { email: fresh.email, password });
    expect([signIn.status, await isVerified(fresh)]).toEqual([429, false]);
  });
  it("verifies once, even when a token is sent twice at once, and then returns the address for each token", async () => {
    const first = await askToken(fresh.email);
    const second = await askToken(fresh.email);
    const verified = [200, fresh.email];
    expect(await Promise.all([verify(first), verify(first)])).toEqual([verified, verified]);
    clock = new Date(clock.getTime() + 10 * 24 * hour);
    expect([await verify(first), await verify(second, "another password")]).toEqual([verified, verified]);
    expect(await auditsOf(fresh)).toEqual([fresh.id]);
    expect(await auditsOf(fresh, "password_check_failed")).toEqual([]);
  });
  it("accepts an earlier token as long as none was used", async () => {
    const first = await askToken(fresh.email);
    await askToken(fresh.email);
    expect(await verify(first)).toEqual([200, fresh.email]);
  });
  it("rejects a token after 24 hours", async () => {
    const token = await askToken(fresh.email);
    const kept = club.db.selectFrom("auth.email_verifications").select("expires_at");
    clock = (await kept.executeTakeFirstOrThrow()).expires_at;
    expect(await verify(token)).toEqual(invalid);
    expect(await isVerified(fresh)).toBe(false);
  });
  it("rejects a token that was sent to another address of the account", async () => {
    const token = await askToken(fresh.email);
    const moved = club.db.updateTable("auth.users").set({ email: "moved-by-hand@castell.example" });
    await moved.where("id", "=", fresh.id).execute();
    expect(await verify(token)).toEqual(invalid);
    expect(await isVerified(fresh)).toBe(false);
  });
  it("rejects a token of a deleted account for a new one with the same address and password", async () => {
    const { email } = fresh;
    const token = await askToken(email);
    await club.db.deleteFrom("auth.users").where("id", "=", fresh.id).execute();
    const again = await buildPerson(club.db, { email, password_hash, email_verified: false });
    expect(await verify(token)).toEqual(invalid);
    expect(await isVerified(again)).toBe(false);
  });
  it("returns the address once a password reset has verified it", async () => {
    const token = await askToken(fresh.email);
    await club.db.updateTable("auth.users").set({ email_verified: true }).where("id", "=", fresh.id).execute();
    expect(await verify(token)).toEqual([200, fresh.email]);
    expect(await auditsOf(fresh)).toEqual([]);
  });
  it("removes tokens 30 days after they expired", async () => {
    await askToken(fresh.email);
    await sql`update auth.email_verifications
                 set created_at = now() - interval '31 days', expires_at = now() - interval '30 days'`.execute(club.db);
    const other = await buildPerson(club.db, { password_hash, email_verified: false });
    await askToken(other.email);
    const kept = await club.db.selectFrom("auth.email_verifications").select("user_id").execute();
    expect(kept).toEqual([{ user_id: other.id }]);
  });
});
