import { beforeEach, describe, expect, it } from "vitest";
import { createApp } from "#server/open-app.ts";
import { buildPerson, type Person } from "#server/sample/builders.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const second = 1000;
let clock = new Date();
let person: Person;
let laptop: Call;
let phone: Call;
let stranger: Call;
const club = await openTestApp({ now: () => clock });
beforeEach(async () => {
  clock = new Date();
  person = await buildPerson(club.db);
  [laptop, phone] = [await club.as(person), await club.as(person)];
  stranger = await club.as(await buildPerson(club.db));
});

const sessionsSeenBy = async (call: Call) => (await call("GET", "/api/account")).body.sessions;
const currentIdOf = async (call: Call) =>
  (await sessionsSeenBy(call)).find(({ is_current }: { is_current: boolean }) => is_current).id;
const isSignedIn = async (call: Call) => (await call("GET", "/api/session")).body.session !== null;
const auditOf = ({ id }: Person) =>
  club.db.selectFrom("audit_events").select(["kind", "subject_id", "details"]).where("actor_id", "=", id).execute();

describe("DELETE /account/sessions/{id}", () => {
  it("rejects an invalid id", async () => {
    expect((await laptop("DELETE", "/api/account/sessions/1")).status).toBe(422);
  });
  it("returns 404 for an unknown session and for another person's session, which stays active", async () => {
    const theirs = await currentIdOf(stranger);
    for (const id of [unknownId, theirs]) {
      const { status, body } = await laptop("DELETE", `/api/account/sessions/${id}`);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
    expect(await isSignedIn(stranger)).toBe(true);
  });
  it("ends that session only and writes an audit row", async () => {
    const id = await currentIdOf(phone);
    const { status, body } = await laptop("DELETE", `/api/account/sessions/${id}`);
    expect([status, body]).toEqual([200, { status: true }]);
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true]);
    expect(await auditOf(person)).toEqual([
      { kind: "session_ended", subject_id: person.id, details: { session_id: id } },
    ]);
  });
  it("ends the current session and clears its cookie", async () => {
    const { status, headers } = await laptop("DELETE", `/api/account/sessions/${await currentIdOf(laptop)}`);
    expect([status, headers.get("set-cookie")]).toEqual([
      200,
      expect.stringMatching(/^kindling\.session_token=; Max-Age=0; Path=\//),
    ]);
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([false, true]);
  });
});

describe("DELETE /account/sessions", () => {
  it("ends the person's other sessions only, and writes an audit row if there were any", async () => {
    for (const _time of [1, 2]) {
      const { status, body } = await laptop("DELETE", "/api/account/sessions");
      expect([status, body]).toEqual([200, { status: true }]);
    }
    expect([await isSignedIn(phone), await isSignedIn(laptop), await isSignedIn(stranger)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await auditOf(person)).toEqual([{ kind: "session_ended", subject_id: person.id, details: { sessions: 1 } }]);
  });
});

describe("The list of sessions", () => {
  it("A person sees their own sessions, most recently used first, without secrets", async () => {
    clock = new Date(clock.getTime() + 61 * second);
    const id = await currentIdOf(phone);
    clock = new Date(clock.getTime() + second);
    const sessions = await sessionsSeenBy(laptop);
    expect(sessions).toMatchObject([{ is_current: true }, { id, is_current: false }]);
    const { token } = await club.db
      .selectFrom("auth.sessions")
      .select("token")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(sessions)).not.toContain(token);
  });
  it("The list of sessions omits expired ones", async () => {
    const id = await currentIdOf(phone);
    await club.db.updateTable("auth.sessions").set({ expires_at: clock }).where("id", "=", id).execute();
    expect(await sessionsSeenBy(laptop)).toHaveLength(1);
  });
  it("A session's last use of any route is recorded to the minute, with at most one write a minute", async () => {
    const lastUse = async () => (await sessionsSeenBy(phone))[0].last_used_at;
    clock = new Date(clock.getTime() + 3600 * second);
    const first = clock.toISOString();
    expect(await lastUse()).toBe(first);
    clock = new Date(clock.getTime() + 59 * second);
    expect(await lastUse()).toBe(first);
    clock = new Date(clock.getTime() + second);
    await phone("POST", "/api/session/refresh");
    expect(await lastUse()).toBe(clock.toISOString());
  });
});

describe("A session", () => {
  const password = "seven quiet lanterns";
  /** Sends a forged X-Forwarded-For too. */
  async function signInFrom(remoteAddress: string, email: string) {
    const response = await createApp(club).request(
      `${club.appUrl}/api/auth/sign-in/email`,
      {
        method: "POST",
        body: JSON.stringify({ email, password }),
        headers: {
          "content-type": "application/json",
          "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
          "x-forwarded-for": "198.51.100.1",
          "x-client-ip": "198.51.100.1",
        },
      },
      { incoming: { socket: { remoteAddress } } },
    );
    return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  }

  it.each([
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2::6", "2001:db8:1:2::6"],
  ])("A session records the device and IP address of its sign-in: %s", async (remoteAddress, ip_address) => {
    const { email } = await buildPerson(club.db, { password_hash: await hashPassword(password) });
    const cookie = await signInFrom(remoteAddress, email);
    const { body } = await club.visitor("GET", "/api/account", undefined, { cookie });
    expect(body.sessions).toMatchObject([{ device: "Firefox on Windows", ip_address, is_current: true }]);
  });
});
