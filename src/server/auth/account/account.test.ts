import { symmetricEncrypt } from "better-auth/crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp({ isAdminTwoFactorRequired: true });
const person = await buildPerson(club.db, { full_name: "Mina Castell", password_hash: "a hash" });
const mine = await club.as(person);

const auditOf = ({ id }: Person) =>
  club.db.selectFrom("audit_events").select(["kind", "subject_id"]).where("actor_id", "=", id).execute();
const connectGoogle = ({ id }: Person, email: string) =>
  club.db
    .insertInto("auth.accounts")
    .values({ user_id: id, provider_id: "google", account_id: `google-${id}`, email, updated_at: new Date() })
    .execute();

describe("GET /account", () => {
  it("shows a person their sign-in methods and sessions, without secrets", async () => {
    const { status, body } = await mine("GET", "/api/account");
    expect([status, body]).toEqual([
      200,
      {
        has_password: true,
        google_email: null,
        is_google_available: false,
        passkeys: [],
        recovery_codes_left: 0,
        is_two_factor_required: false,
        email_change: null,
        sessions: [
          {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            device: null,
            ip_address: null,
            created_at: expect.stringMatching(/Z$/),
            last_used_at: expect.stringMatching(/Z$/),
            is_current: true,
          },
        ],
        deletion_request: null,
        investor_record_kept_until: null,
        submission_views: [],
      },
    ]);
  });
  it("shows which Google account is connected", async () => {
    const other = await buildPerson(club.db);
    await connectGoogle(other, "mina@mail.example");
    const { body } = await (await club.as(other))("GET", "/api/account");
    expect([body.google_email, body.has_password]).toEqual(["mina@mail.example", false]);
  });
  it("counts the remaining recovery codes", async () => {
    const careful = await buildPerson(club.db);
    const backup_codes = await symmetricEncrypt({ key: club.authSecret, data: JSON.stringify(["K7QX2-MPR9W", "A"]) });
    await club.db
      .insertInto("auth.two_factors")
      .values({ user_id: careful.id, secret: "encrypted", backup_codes, verified: true })
      .execute();
    expect((await (await club.as(careful))("GET", "/api/account")).body.recovery_codes_left).toBe(2);
  });
  it("returns whether Google sign-in is available", async () => {
    const discoveryUrl = "https://accounts.example/.well-known/openid-configuration";
    const withGoogle = await createTestApp({ google: { clientId: "club", clientSecret: "secret", discoveryUrl } });
    const call = await withGoogle.as(await buildPerson(withGoogle.db));
    expect((await call("GET", "/api/account")).body.is_google_available).toBe(true);
    await withGoogle.close();
  });
  it("tells an admin without a second factor that the club requires one", async () => {
    const { status, body } = await (await club.as(await buildAdmin(club.db)))("GET", "/api/account");
    expect([status, body.is_two_factor_required]).toEqual([200, true]);
  });
});

describe("PUT /account/name", () => {
  it.each([
    [" M ", "Please enter at least 2 characters."],
    ["Mina\u0000", "Please remove invisible control characters"],
    ["M".repeat(201), "Please use at most 200 characters"],
  ])("rejects %j as a name", async (full_name, message) => {
    const { status, body } = await mine("PUT", "/api/account/name", { full_name });
    expect([status, body.errors]).toEqual([422, [{ path: "full_name", message }]]);
  });
  it("saves the trimmed name, shows it in the session, and writes an audit row", async () => {
    const { status, body } = await mine("PUT", "/api/account/name", { full_name: "  Mina C. Castell " });
    expect([status, body]).toEqual([200, { full_name: "Mina C. Castell" }]);
    const { session } = (await mine("GET", "/api/session")).body;
    expect(session.user.user_metadata.full_name).toBe("Mina C. Castell");
    expect(await auditOf(person)).toEqual([{ kind: "account_name_changed", subject_id: person.id }]);
  });
});

describe("DELETE /account/identities/google", () => {
  const route = "/api/account/identities/google";
  const password = "seven quiet lanterns";
  let password_hash: string;
  beforeAll(async () => {
    password_hash = await hashPassword(password);
  });
  const disconnect = async (somebody: Person, body?: object) => (await club.as(somebody))("DELETE", route, body);

  it("returns 404 when the person has no Google account connected, even if others do", async () => {
    await connectGoogle(await buildPerson(club.db), "owen@mail.example");
    const none = await buildPerson(club.db, { password_hash });
    expect((await disconnect(none, { password })).status).toBe(404);
  });
  it("refuses to disconnect the only way to sign in", async () => {
    const google = await buildPerson(club.db);
    await connectGoogle(google, "owen@mail.example");
    const { status, body } = await disconnect(google);
    expect([status, body.code, body.detail]).toEqual([
      409,
      "last_way_in",
      "This is your only way to sign in. Please set a password first.",
    ]);
    expect((await (await club.as(google))("GET", "/api/account")).body.google_email).toBe("owen@mail.example");
  });
  it("refuses to disconnect without the right password", async () => {
    const both = await buildPerson(club.db, { password_hash });
    await connectGoogle(both, "safe@mail.example");
    for (const body of [undefined, {}]) {
      const missing = await disconnect(both, body);
      expect([missing.status, missing.body.errors]).toEqual([
        422,
        [{ path: "password", message: "Please enter your password." }],
      ]);
    }
    expect((await disconnect(both, { password: "wrong" })).body.code).toBe("wrong_password");
    expect((await (await club.as(both))("GET", "/api/account")).body.google_email).toBe("safe@mail.example");
  });
  it("disconnects Google, keeps the password, writes an audit row and mails the person", async () => {
    const both = await buildPerson(club.db, { password_hash });
    await connectGoogle(both, "both@mail.example");
    await takeMails(club);
    const { status, body } = await disconnect(both, { password });
    expect([status, body]).toEqual([200, { status: true }]);
    expect((await takeMails(club)).map(({ to, subject }) => [to, subject])).toEqual([
      [both.email, "Google is disconnected at Kindling"],
    ]);
    const account = (await (await club.as(both))("GET", "/api/account")).body;
    expect([account.google_email, account.has_password]).toEqual([null, true]);
    expect(await auditOf(both)).toEqual([{ kind: "google_disconnected", subject_id: both.id }]);
  });
});
