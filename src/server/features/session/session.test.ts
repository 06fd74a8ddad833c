import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await createTestClub();
});
afterAll(() => club.close());

describe("GET /session", () => {
  it("answers a visitor that nobody is signed in", async () => {
    const answer = await club.visitor("GET", "/api/session");
    expect([answer.status, answer.body]).toEqual([200, { session: null }]);
  });
  it("shows a person who they are and what they may do, and no secret", async () => {
    const person = await buildPerson(club.db, { full_name: "Mina Castell", email: "mina@castell.example" });
    const { body } = await (await club.as(person))("GET", "/api/session");
    expect(body.session).toMatchObject({
      token_type: "cookie",
      role: "member",
      membership_status: "approved",
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
  it("gives a pending person no role, and an admin theirs", async () => {
    const pending = await (await club.as(await buildPerson(club.db, { status: "pending" })))("GET", "/api/session");
    const admin = await (await club.as(await buildAdmin(club.db)))("GET", "/api/session");
    expect(pending.body.session).toMatchObject({ role: null, membership_status: "pending" });
    expect(admin.body.session).toMatchObject({ role: "admin", membership_status: "approved" });
  });
  it("believes no cookie that it did not sign", async () => {
    const { body } = await club.visitor("GET", "/api/session", undefined, {
      cookie: "kindling.session_token=abc.def",
    });
    expect(body).toEqual({ session: null });
  });
});

describe("POST /session/refresh", () => {
  it("tells a visitor that there is no session", async () => {
    const answer = await club.visitor("POST", "/api/session/refresh");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "session_missing", detail: "Auth session missing!" });
  });
  it("answers a person with their session", async () => {
    const person = await buildPerson(club.db);
    const answer = await (await club.as(person))("POST", "/api/session/refresh");
    expect([answer.status, answer.body.session.user.id]).toEqual([200, person.id]);
  });
});

describe("DELETE /session", () => {
  it("is no trouble for a visitor", async () => {
    expect((await club.visitor("DELETE", "/api/session")).status).toBe(200);
  });
  it("ends the session for good and leaves an audit row", async () => {
    const person = await buildPerson(club.db);
    const call = await club.as(person);
    const answer = await call("DELETE", "/api/session");
    expect([answer.status, answer.body]).toEqual([200, { session: null }]);
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await call("GET", "/api/session")).body).toEqual({ session: null });
    const audit = await club.db.selectFrom("audit_events").selectAll().where("actor_id", "=", person.id).execute();
    expect(audit.map(({ kind }) => kind)).toEqual(["signed_out"]);
  });
  it("is refused when another site asks for it", async () => {
    const call = await club.as(await buildPerson(club.db));
    const answer = await call("DELETE", "/api/session", undefined, { origin: "https://elsewhere.example" });
    expect([answer.status, answer.body.code]).toEqual([403, "foreign_origin"]);
    expect((await call("GET", "/api/session")).body.session).not.toBeNull();
  });
});
