import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import { declaredIn, nameOfRoute } from "#server/route.ts";
import {
  buildAdmin,
  buildInvitation,
  buildMember,
  giveAdminRole,
  type Person,
  takeAdminRole,
} from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Call, createTestApp, openTestApp } from "#tests/support/test-app.ts";
import { removeExpiredRecords } from "../index.ts";
import { createPasswordResetToken, resetPassword } from "../passwords/routes.ts";

const routes = declaredIn(createApi());
const unknownId = "01900000-0000-7000-8000-000000000000";
const password = "seven quiet lanterns";
const day = 24 * 60 * 60 * 1000;
let ahead = 0;
const club = await openTestApp({ now: () => new Date(Date.now() + ahead) });
const owner = await buildAdmin(club.db, { full_name: "Amara Okafor", password_hash: await hashPassword(password) });
const admin = await club.as(owner);
beforeEach(async () => {
  ahead = 0;
  await sql`truncate auth.rate_limits`.execute(club.db);
  await club.db.deleteFrom("auth.api_keys").execute();
});

const input = { name: "Mailing tool", scope: "read", days: 90 };
const make = async (change: object = {}, by = admin) =>
  (await by("POST", "/api/api-keys", { ...input, ...change })).body;
/** A program sends neither cookie nor origin. */
const withKey =
  (key: string): Call =>
  (method, path, body) =>
    club.visitor(method, path, body, { origin: "", authorization: `Bearer ${key}` });
const refusalOf = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.code];
const lastAudit = (kind: string) =>
  club.db
    .selectFrom("audit_events")
    .select(["actor_id", "subject_id", "details"])
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .executeTakeFirst();

describe("GET /api-keys", () => {
  it("lists the keys of all admins, newest first, without the keys", async () => {
    const key = await make();
    const other = await buildAdmin(club.db, { full_name: "Eleanor Voss" });
    await make({ name: "Calendar", scope: "write" }, await club.as(other));
    const { body } = await admin("GET", "/api/api-keys");
    expect(body.items).toMatchObject([
      { name: "Calendar", scope: "write", owner_name: "Eleanor Voss", state: "active", can: { revoke: true } },
      { name: "Mailing tool", scope: "read", owner_name: "Amara Okafor", last_used_at: null },
    ]);
    expect(JSON.stringify(body)).not.toContain(key.key);
    expect(body.items[1].last_four).toBe(key.key.slice(-4));
  });
});

describe("POST /api-keys", () => {
  it.each([
    [{ name: " " }, "name"],
    [{ scope: "admin" }, "scope"],
  ])("returns 422 with the wrong field of %o", async (change, field) => {
    const { status, body } = await admin("POST", "/api/api-keys", { ...input, ...change });
    expect([status, body.errors?.[0]?.path]).toEqual([422, field]);
  });

  it("stores a hash of the key, audits it, and mails all admins", async () => {
    await takeMails(club);
    const { key, id } = await make();
    expect(key).toMatch(/^kindling_[\w-]{43}$/);
    const row = await club.db.selectFrom("auth.api_keys").selectAll().executeTakeFirstOrThrow();
    expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.values(row).some((value) => String(value).includes(key))).toBe(false);
    expect(await lastAudit("api_key_created")).toEqual({
      actor_id: owner.id,
      subject_id: owner.id,
      details: { key_id: id, scope: "read", days: 90 },
    });
    const mails = await takeMails(club);
    const admins = await club.db.selectFrom("user_roles").select("user_id").where("role", "=", "admin").execute();
    expect(mails.filter(({ template }) => template === "api-key-created")).toHaveLength(admins.length);
    expect(mails[0]?.text).toContain("made an API key for a program: Mailing tool. Its scope is read");
    expect(mails.map(({ text }) => text).join()).not.toContain(key);
  });

  it("refuses the 21st live key", async () => {
    for (let count = 0; count < 20; count++) await make();
    expect(refusalOf(await admin("POST", "/api/api-keys", input))).toEqual([409, "too_many_api_keys"]);
  });
});

describe("DELETE /api-keys/{id}", () => {
  it("ends another admin's key at once, and audits that", async () => {
    const { key, id } = await make();
    const other = await buildAdmin(club.db);
    expect((await withKey(key)("GET", "/api/events")).status).toBe(200);
    expect((await (await club.as(other))("DELETE", `/api/api-keys/${id}`)).status).toBe(200);
    expect(refusalOf(await withKey(key)("GET", "/api/events"))).toEqual([401, "api_key_invalid"]);
    expect(await lastAudit("api_key_revoked")).toEqual({
      actor_id: other.id,
      subject_id: owner.id,
      details: { key_id: id },
    });
    expect((await admin("DELETE", `/api/api-keys/${id}`)).status).toBe(404);
  });
});

describe("A program with a key", () => {
  it("A key that is unknown or has expired is refused, and the program told how to authenticate", async () => {
    const { key } = await make({ days: 1 });
    const unknown = await withKey(`${key.slice(0, -1)}_`)("GET", "/api/events");
    expect(refusalOf(unknown)).toEqual([401, "api_key_invalid"]);
    expect(unknown.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    ahead = day + 1000;
    expect(refusalOf(await withKey(key)("GET", "/api/events"))).toEqual([401, "api_key_invalid"]);
  });

  it("A key acts for its owner, with its id in the audit", async () => {
    const { key, id } = await make({ scope: "write" });
    const { status, body } = await withKey(key)("POST", "/api/invitations", { email: "new@castell.example" });
    expect(status).toBe(201);
    expect(await lastAudit("invitation_created")).toMatchObject({
      actor_id: owner.id,
      subject_id: body.id ?? body.invitation?.id,
      details: { api_key_id: id },
    });
  });

  it("A key with the scope to read cannot write", async () => {
    const { id } = await buildInvitation(club.db);
    const { key } = await make();
    const answer = await withKey(key)("DELETE", `/api/invitations/${id}`);
    expect(refusalOf(answer)).toEqual([403, "api_key_closed"]);
    expect(answer.body.detail).toBe("This API key can only read.");
    const read = club.asActor({ userId: owner.id, isReadOnly: true }, (tx) =>
      tx.deleteFrom("invitations").where("id", "=", id).execute(),
    );
    await expect(read).rejects.toThrow("read-only transaction");
  });

  it("A key with the scope to read reads everything open to it without a write", async () => {
    const member = await buildMember(club.db);
    const { key } = await make();
    const statuses = new Map<string, number>();
    for (const route of routes.filter(({ key: scope }) => scope === "read")) {
      const path = route.path
        .replace(/^\/member-profiles$/, "/member-profiles?q=nobody")
        .replace("/member-profiles/{id}", `/member-profiles/${member.profile.id}`);
      const { status } = await withKey(key)("GET", `/api${path.replace(/\{\w+\}/, unknownId)}`);
      statuses.set(nameOfRoute(route), status);
    }
    expect([...statuses].filter(([, status]) => ![200, 404].includes(status))).toEqual([]);
    expect(statuses.get("GET /people")).toBe(200);
    expect(statuses.get("GET /member-profiles/{id}")).toBe(200);
  });

  it("A key's last use is written once a minute", async () => {
    const { key } = await make();
    const lastUse = async () =>
      (await club.db.selectFrom("auth.api_keys").select("last_used_at").executeTakeFirstOrThrow()).last_used_at;
    const call = () => withKey(key)("GET", "/api/events");
    await call();
    const first = await lastUse();
    ahead = 30_000;
    await call();
    expect(await lastUse()).toEqual(first);
    ahead = 61_000;
    await call();
    expect(Number(await lastUse())).toBeGreaterThan(Number(first));
  });

  it("A key is told to wait after 300 calls in a minute, each key by itself", async () => {
    const [one, other] = [await make(), await make()];
    await club.limits.callsPerApiKey.take(one.id);
    await sql`update auth.rate_limits set points = 300 where key like 'api-key:%'`.execute(club.db);
    const answer = await withKey(one.key)("GET", "/api/events");
    expect([...refusalOf(answer), Number(answer.headers.get("retry-after")) > 0]).toEqual([429, "rate_limited", true]);
    expect((await withKey(other.key)("GET", "/api/events")).status).toBe(200);
  });

  it("A key is refused at once when its owner is no admin any more, also after they are one again", async () => {
    const other = await buildAdmin(club.db);
    const { key } = await make({}, await club.as(other));
    expect((await withKey(key)("GET", "/api/events")).status).toBe(200);
    await takeAdminRole(club.db, other);
    expect(refusalOf(await withKey(key)("GET", "/api/events"))).toEqual([401, "api_key_invalid"]);
    await giveAdminRole(club.db, other);
    expect(refusalOf(await withKey(key)("GET", "/api/events"))).toEqual([401, "api_key_invalid"]);
  });

  it("A key is refused once its owner's account is deleted", async () => {
    const other = await buildAdmin(club.db);
    const { key } = await make({}, await club.as(other));
    await club.deleteAccount(other.id, { actorId: null, reason: "requested" }, async () => true);
    expect(refusalOf(await withKey(key)("GET", "/api/events"))).toEqual([401, "api_key_invalid"]);
  });

  const changes: Record<string, (person: Person, own: Call) => Promise<unknown>> = {
    password_reset: async (person) =>
      resetPassword(club, (await createPasswordResetToken(club.db, person)) ?? "", "nine loud trumpets at dawn"),
    password_changed: (_person, own) =>
      own("PUT", "/api/account/password", { current_password: password, new_password: "nine loud trumpets" }),
    session_ended: (_person, own) => own("DELETE", "/api/account/sessions"),
    signed_out_everywhere: (person) =>
      admin("POST", `/api/people/${person.id}/sign-out`, { reason: "A laptop was stolen" }),
    two_factor_enabled: async (person, own) => {
      const { code } = await giveSecondFactor(club, person, { verified: false });
      return own("POST", "/api/auth/two-factor/verify-totp", { code: code() });
    },
    two_factor_disabled: async (person, own) => {
      await giveSecondFactor(club, person);
      return own("POST", "/api/auth/two-factor/disable", { password });
    },
    recovery_codes_renewed: async (person, own) => {
      await giveSecondFactor(club, person);
      return own("POST", "/api/auth/two-factor/generate-backup-codes", { password });
    },
    two_factor_reset: async (person) => {
      await giveSecondFactor(club, person);
      return admin("POST", `/api/people/${person.id}/reset-two-factor`, { reason: "The telephone was lost" });
    },
  };
  it.each(Object.entries(changes))("A key is revoked by %s of its owner", async (by, change) => {
    const other = await buildAdmin(club.db, { password_hash: await hashPassword(password) });
    const own = await club.as(other);
    const { key } = await make({}, own);
    expect((await withKey(key)("GET", "/api/events")).status).toBe(200);
    await change(other, own);
    expect(refusalOf(await withKey(key)("GET", "/api/events"))).toEqual([401, "api_key_invalid"]);
    expect(await lastAudit("api_key_revoked")).toMatchObject({ subject_id: other.id, details: { keys: 1, by } });
  });

  it("A key needs a second factor where the club asks admins for one, of the session that made the key", async () => {
    const strict = await createTestApp({ database: club.database, isAdminTwoFactorRequired: true });
    const other = await buildAdmin(club.db);
    const { key } = await make({}, await club.as(other));
    const call = (bearer: string) =>
      strict.visitor("GET", "/api/people", undefined, { origin: "", authorization: `Bearer ${bearer}` });
    expect(refusalOf(await call(key))).toEqual([403, "two_factor_setup_required"]);
    await giveSecondFactor(club, other);
    expect(refusalOf(await call(key))).toEqual([403, "two_factor_required"]);
    await club.db.updateTable("auth.api_keys").set({ factor_at: new Date() }).execute();
    expect((await call(key)).status).toBe(200);
    await strict.close();
  });

  it("Keys are deleted 90 days after their end", async () => {
    await make({ days: 1 });
    await make({ days: 365 });
    ahead = 92 * day;
    await removeExpiredRecords(club.asOwner, club.now(), { info: () => {} });
    const left = await club.db.selectFrom("auth.api_keys").select("id").execute();
    expect(left).toHaveLength(1);
  });
});

describe("What keys may call", () => {
  const open = routes.filter(({ key }) => key);

  it("Routes open to keys with the scope to read are reads", () => {
    expect(open.filter(({ key, method }) => key === "read" && method !== "get").map(nameOfRoute)).toEqual([]);
    expect(open.length).toBeGreaterThan(40);
  });

  it("No key calls routes of money, of two people, of statements, sign-in, sealed records, keys or webhooks", () => {
    const closed =
      /allocation|bank|call|commitment|completion|outgoing|exit|relief|payment|ledger|wire|fund|valuation|portfolio|statement|investor|evidence|deliver|open-deals|release|version|confirm|account|auth|session|token|passkey|user-roles|api-keys|webhook|backup|export|submission|two-factor/;
    expect(open.map(nameOfRoute).filter((name) => closed.test(name))).toEqual([]);
  });

  it("A key with the scope to write is refused at every other route, before anything is read of the request", async () => {
    const { key } = await make({ scope: "write" }, await club.as(owner));
    const refused = new Map<string, unknown>();
    for (const route of routes.filter((one) => !one.key)) {
      await sql`truncate auth.rate_limits`.execute(club.db);
      const url = `/api${route.path.replaceAll(/\{\w+\}/g, unknownId)}`;
      refused.set(nameOfRoute(route), refusalOf(await withKey(key)(route.method.toUpperCase(), url)).join(" "));
    }
    expect([...refused].filter(([, refusal]) => refusal !== "403 api_key_closed")).toEqual([]);
  });
});
