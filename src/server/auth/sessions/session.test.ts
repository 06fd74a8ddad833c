import { beforeAll, describe, expect, it } from "vitest";
import { issueTokens } from "#server/auth/tokens/token-routes.ts";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { createTestApp, openTestApp, type TestApp } from "#tests/support/test-app.ts";

let shift = 0;
const club = await openTestApp({ now: () => new Date(Date.now() + shift) });

describe("GET /session", () => {
  it("returns no session to a visitor", async () => {
    const answer = await club.visitor("GET", "/api/session");
    expect([answer.status, answer.body]).toEqual([200, { session: null }]);
  });
  it("returns the person's identity and rights, without secrets", async () => {
    const person = await buildPerson(club.db, { full_name: "Mina Castell", email: "mina@castell.example" });
    const { body } = await (await club.as(person))("GET", "/api/session");
    expect(body.session).toMatchObject({
      token_type: "cookie",
      role: "member",
      membership_status: "approved",
      membership_end: null,
      user: {
        id: person.id,
        email: "mina@castell.example",
        email_verified: true,
        identities: [{ provider: "email" }],
        factors: [],
        user_metadata: { full_name: "Mina Castell", name: "Mina Castell", avatar_url: null },
      },
    });
    expect(body.session.expires_in).toBeGreaterThan(6 * 24 * 3600);
    expect(JSON.stringify(body)).not.toMatch(/access_token|refresh_token|password/);
  });
  it("returns no role for a pending person, and the admin role for an admin", async () => {
    const pending = await (await club.as(await buildPerson(club.db, { status: "pending" })))("GET", "/api/session");
    const admin = await (await club.as(await buildAdmin(club.db)))("GET", "/api/session");
    expect(pending.body.session).toMatchObject({ role: null, membership_status: "pending" });
    expect(admin.body.session).toMatchObject({ role: "admin", membership_status: "approved" });
  });
  it("rejects a cookie that the club did not sign", async () => {
    const { body } = await club.visitor("GET", "/api/session", undefined, {
      cookie: "kindling.session_token=abc.def",
    });
    expect(body).toEqual({ session: null });
  });
});

describe("POST /session/refresh", () => {
  it("gives seven days again to a session that is older than a day, and a new cookie", async () => {
    const mina = await buildPerson(club.db);
    const call = await club.as(mina);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    const setEnd = (expires_at: Date) =>
      club.db.updateTable("auth.sessions").set({ expires_at }).where("user_id", "=", mina.id).execute();
    await setEnd(days(5.9));
    const { body, headers } = await call("POST", "/api/session/refresh");
    expect(body.session.expires_in).toBeGreaterThan(6.9 * 86_400);
    expect(headers.get("set-cookie")).toMatch(/^kindling\.session_token=.*Max-Age=604800/);
    await setEnd(days(6.5));
    expect((await call("POST", "/api/session/refresh")).body.session.expires_in).toBeLessThan(6.6 * 86_400);
  });
  it("rejects a visitor, who has no session", async () => {
    const answer = await club.visitor("POST", "/api/session/refresh");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "session_missing", detail: "Auth session missing!" });
  });
});

describe("POST /session", () => {
  let person: Person;
  beforeAll(async () => {
    person = await buildPerson(club.db);
  });
  async function signInProgram(at: TestApp = club, who: Person = person) {
    const session = await (await at.auth.$context).internalAdapter.createSession(who.id);
    const tokens = await issueTokens(at, { userId: who.id, sessionId: session.id });
    return { access_token: tokens.accessToken, refresh_token: tokens.refreshToken };
  }
  const exchangeTokens = (pair: object, headers: Record<string, string> = {}) =>
    club.visitor("POST", "/api/session", pair, headers);

  it("returns 422 with the missing token", async () => {
    const { status, body } = await exchangeTokens({ access_token: "" });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ["access_token", "refresh_token"],
    ]);
  });
  it("exchanges a program's tokens for a session cookie, and writes an audit row", async () => {
    const pair = await signInProgram();
    const { status, headers, body } = await exchangeTokens(pair);
    expect([status, body.session.token_type, body.session.user.id]).toEqual([200, "cookie", person.id]);
    expect(body.session.expires_in).toBeGreaterThan(6 * 24 * 3600);
    expect(body.session.expires_in).toBeLessThanOrEqual(7 * 24 * 3600);
    expect(JSON.stringify(body)).not.toMatch(/access_token|refresh_token/);
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^kindling\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const call = (path: string, method = "GET") =>
      club.visitor(method, path, undefined, { cookie: cookie.split(";")[0] ?? "" });
    expect((await call("/api/session")).body.session.user.id).toBe(person.id);
    expect((await call("/api/session/refresh", "POST")).body.session.user.id).toBe(person.id);
    const audit = club.db.selectFrom("audit_events").select(["kind", "details"]).where("actor_id", "=", person.id);
    expect(await audit.where("kind", "=", "signed_in").execute()).toEqual([
      { kind: "signed_in", details: { by: "tokens" } },
    ]);
  });
  it("ends the browser's previous session", async () => {
    const former = await club.cookieOf(await buildPerson(club.db));
    const pair = await signInProgram();
    const { headers } = await exchangeTokens(pair, { cookie: former });
    const whoHas = async (cookie: string) =>
      (await club.visitor("GET", "/api/session", undefined, { cookie })).body.session?.user.id;
    expect(await whoHas(former)).toBeUndefined();
    expect(await whoHas(headers.getSetCookie()[0]?.split(";")[0] ?? "")).toBe(person.id);
  });
  it("uses up the refresh token: a second use ends the session for every holder once calls that raced are over", async () => {
    const pair = await signInProgram();
    const { headers } = await exchangeTokens(pair);
    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const userOf = async () => (await club.visitor("GET", "/api/session", undefined, { cookie })).body.session?.user.id;
    for (const [seconds, user] of [
      [0, person.id],
      [11, undefined],
    ] as const) {
      shift = seconds * 1000;
      const again = await exchangeTokens(pair);
      expect([again.status, again.body.code, again.headers.getSetCookie()]).toEqual([400, "invalid_token", []]);
      expect(await userOf()).toBe(user);
    }
    shift = 0;
  });
  it("rejects tokens that are forged or do not belong together, and uses up none of them", async () => {
    const [one, other] = [await signInProgram(), await signInProgram()];
    const refusals = [
      await exchangeTokens({ ...one, access_token: "made.up.token" }),
      await exchangeTokens({ ...one, refresh_token: "made up" }),
      await exchangeTokens({ ...one, refresh_token: other.refresh_token }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [400, "invalid_jwt"],
      [400, "invalid_token"],
      [400, "invalid_token"],
    ]);
    expect((await exchangeTokens(one)).status).toBe(200);
    expect((await exchangeTokens(other)).status).toBe(200);
  });
  it("rejects the tokens of a session that has ended", async () => {
    const pair = await signInProgram();
    await club.db.deleteFrom("auth.sessions").where("user_id", "=", person.id).execute();
    expect((await exchangeTokens(pair)).body.code).toBe("invalid_token");
  });
  it("rejects a form of another site", async () => {
    const form = await club.visitor("POST", "/api/session", JSON.stringify(await signInProgram()), {
      "content-type": "text/plain",
      origin: "https://elsewhere.example",
    });
    expect([form.status, form.headers.getSetCookie()]).toEqual([415, []]);
  });
  it("sets a Secure cookie on https", async () => {
    const secure = await createTestApp({ appUrl: "https://club.example" });
    const pair = await signInProgram(secure, await buildPerson(secure.db));
    const { headers } = await secure.visitor("POST", "/api/session", pair);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-kindling\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    await secure.close();
  });
});

describe("DELETE /session", () => {
  it("succeeds for a visitor", async () => {
    expect((await club.visitor("DELETE", "/api/session")).status).toBe(200);
  });
  it("ends the session permanently and writes an audit row", async () => {
    const person = await buildPerson(club.db);
    const call = await club.as(person);
    const answer = await call("DELETE", "/api/session");
    expect([answer.status, answer.body]).toEqual([200, { session: null }]);
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
    expect((await call("GET", "/api/session")).body).toEqual({ session: null });
    const audit = await club.db.selectFrom("audit_events").selectAll().where("actor_id", "=", person.id).execute();
    expect(audit.map(({ kind }) => kind)).toEqual(["signed_out"]);
  });
  it("rejects a request from another site", async () => {
    const call = await club.as(await buildPerson(club.db));
    const answer = await call("DELETE", "/api/session", undefined, { origin: "https://elsewhere.example" });
    expect([answer.status, answer.body.code]).toEqual([403, "foreign_origin"]);
    expect((await call("GET", "/api/session")).body.session).not.toBeNull();
  });
});
