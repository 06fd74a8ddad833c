import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import type { AuditEvent } from "#shared/audit.ts";
import { describeRoute } from "#tests/support/describe-route.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const reason = "They called from the number we had before.";
let club: TestApp;
let owen: Person;
let admin: Call;
beforeAll(async () => {
  club = await createTestApp();
  owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
  admin = await club.as(owen);
});
afterAll(() => club.close());
beforeEach(async () => void (await takeMails(club)));

const act = ({ id }: Pick<Person, "id">, what: string, body: unknown = { reason }) =>
  admin("POST", `/api/people/${id}/${what}`, body);
const historyOf = async ({ id }: Person) => {
  const { body } = await admin("GET", `/api/audit-events?person=${id}`);
  const items = body.items as AuditEvent[];
  return items.map(({ kind, actor, details, reason: given }) => {
    const { action_id, membership_id, ...shown } = details;
    return [kind, actor?.id, shown, given];
  });
};
const mailsTo = async ({ email }: Person) => {
  const mails = (await takeMails(club)).filter(({ to }) => to === email);
  return mails.map(({ template, subject, text }) => [template, subject, text.includes(reason)]);
};
const sessionsOf = ({ id }: Person) =>
  club.db.selectFrom("auth.sessions").select("id").where("user_id", "=", id).execute();
const buildFactor = async (person: Person) => {
  const factor = { user_id: person.id, secret: "x", backup_codes: "x", verified: true };
  await club.db.insertInto("auth.two_factors").values(factor).execute();
  return person;
};

function refusals(what: string): void {
  it("requires a reason", async () => {
    const answer = await act(await buildPerson(club.db), what, { reason: " " });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "reason"]);
  });
  it("returns 404 for an unknown person", async () => {
    expect((await act({ id: unknownId }, what)).status).toBe(404);
  });
  it("cannot be used on oneself", async () => {
    const answer = await act(owen, what);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      "own_role",
      "This is your own account. Use the Account page, or ask another admin.",
    ]);
  });
}

const example = (what: string) => ({ path: `/people/${unknownId}/${what}`, body: { reason } });

describeRoute(
  "POST /people/{user_id}/reset-two-factor",
  "admin",
  () => club,
  example("reset-two-factor"),
  () => {
    refusals("reset-two-factor");
    it("returns 409 for a person without a second factor, and records nothing", async () => {
      const person = await buildPerson(club.db);
      const answer = await act(person, "reset-two-factor");
      expect([answer.status, answer.body.detail]).toEqual([409, "This person has no second factor."]);
      expect(await historyOf(person)).toEqual([]);
      expect(await club.db.selectFrom("admin_actions").select("id").where("user_id", "=", person.id).execute()).toEqual(
        [],
      );
    });
    it("does not reset one's own second factor in the database either", async () => {
      const own = sql`select reset_second_factor(${owen.id})`;
      await expect(club.asActor({ userId: owen.id }, (tx) => own.execute(tx))).rejects.toMatchObject({ code: "42501" });
    });
    it("turns it off, another admin's too, signs the person out and mails the reason", async () => {
      const person = await buildFactor(await buildAdmin(club.db));
      await club.cookieOf(person);
      const { status, body } = await act(person, "reset-two-factor");
      expect([status, body.has_second_factor, body.can.reset_two_factor, body.sessions]).toEqual([
        200,
        false,
        false,
        [],
      ]);
      const user = club.db.selectFrom("auth.users").select("two_factor_enabled").where("id", "=", person.id);
      expect(await user.executeTakeFirst()).toEqual({ two_factor_enabled: false });
      expect(await sessionsOf(person)).toEqual([]);
      expect(await historyOf(person)).toEqual([["two_factor_reset", owen.id, {}, reason]]);
      expect(await mailsTo(person)).toEqual([["two-factor-reset", "Two-factor sign-in is off at Kindling", true]]);
    });
  },
);

describeRoute(
  "POST /people/{user_id}/sign-out",
  "admin",
  () => club,
  example("sign-out"),
  () => {
    refusals("sign-out");
    it("ends all sessions and mails the reason", async () => {
      const person = await buildPerson(club.db);
      const theirs = await club.as(person);
      await club.cookieOf(person);
      const { status, body } = await act(person, "sign-out");
      expect([status, body.sessions]).toEqual([200, []]);
      expect((await theirs("GET", "/api/session")).body.session).toBeNull();
      expect(await historyOf(person)).toEqual([["signed_out_everywhere", owen.id, { sessions: 2 }, reason]]);
      expect(await mailsTo(person)).toEqual([
        ["signed-out-everywhere", "You are signed out everywhere at Kindling", true],
      ]);
    });
  },
);

describeRoute(
  "POST /people/{user_id}/resend-verification",
  "admin",
  () => club,
  example("resend-verification"),
  () => {
    refusals("resend-verification");
    it("returns 409 for a verified address", async () => {
      const answer = await act(await buildPerson(club.db), "resend-verification");
      expect([answer.status, answer.body.detail]).toEqual([409, "This email address is verified already."]);
    });
    it("sends a link up to five times in an hour, without the reason", async () => {
      const person = await buildPerson(club.db, { email_verified: false });
      for (let n = 0; n < 5; n++) expect((await act(person, "resend-verification")).status).toBe(200);
      const refused = await act(person, "resend-verification");
      expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
      expect((await mailsTo(person))[0]).toEqual(["verification", "Verify your email address for Kindling", false]);
      expect((await historyOf(person))[0]).toEqual(["limit_reached", undefined, { limit: "mail-verification" }, null]);
      expect((await historyOf(person))[1]).toEqual(["verification_mail_requested", owen.id, {}, reason]);
    });
  },
);

describeRoute(
  "POST /people/{user_id}/lift-sign-in-limit",
  "admin",
  () => club,
  example("lift-sign-in-limit"),
  () => {
    refusals("lift-sign-in-limit");
    it("resets what is counted for the person on any device or network, and nobody else's", async () => {
      const [person, other] = [await buildPerson(club.db), await buildPerson(club.db)];
      const { limits } = club;
      const reach = async ({ id, email }: Person) => {
        for (let n = 0; n < 10; n++) {
          await limits.passwordsPerEmailAndAddress.take([email, "192.0.2.7"]);
          await limits.passwordsPerDevice.take([id, "a device"]);
          await limits.twoFactorCodesPerPerson.take(id);
        }
        for (let n = 0; n < 5; n++) await limits.recoveryMailsPerEmail.take(email);
      };
      const isOpen = ({ id, email }: Person) =>
        Promise.all([
          limits.passwordsPerEmailAndAddress.tryTake([email, "192.0.2.7"]),
          limits.passwordsPerDevice.tryTake([id, "a device"]),
          limits.twoFactorCodesPerPerson.tryTake(id),
          limits.recoveryMailsPerEmail.tryTake(email),
        ]);
      for (const one of [person, other]) await reach(one);
      expect((await act(person, "lift-sign-in-limit")).status).toBe(200);
      expect(await isOpen(person)).toEqual([true, true, true, true]);
      expect(await isOpen(other)).toEqual([false, false, false, false]);
      expect(await historyOf(person)).toEqual([["sign_in_limit_lifted", owen.id, {}, reason]]);
      expect(await mailsTo(person)).toEqual([]);
    });
  },
);

const tier = { tier: "premium", from: "2026-04-01", until: "2030-03-31", reason };
const put = ({ id }: Pick<Person, "id">, body: object = tier) => admin("PUT", `/api/people/${id}/tier`, body);

describeRoute(
  "PUT /people/{user_id}/tier",
  "admin",
  () => club,
  { path: `/people/${unknownId}/tier`, body: tier },
  () => {
    it.each([
      ["reason", { reason: "" }],
      ["tier", { tier: "gold" }],
      ["from", { from: "" }],
      ["from", { from: "2026-02-30" }],
      ["until", { until: "2026-03-31" }],
      ["until", { tier: "trial" }],
    ])("rejects the %s of %j", async (path, change) => {
      const answer = await put(await buildPerson(club.db), { ...tier, ...change });
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
    });
    it("returns 404 for an unknown person, and 409 for oneself and for nobody's approved member", async () => {
      const ended = await buildPerson(club.db);
      await act(ended, "end-membership");
      const people = [{ id: unknownId }, owen, await buildPerson(club.db, { status: "pending" }), ended];
      const answers = await Promise.all(people.map((person) => put(person)));
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [404, "not_found"],
        [409, "own_role"],
        [409, "not_a_member"],
        [409, "not_a_member"],
      ]);
    });
    it("adds to the history, tells the person, and does nothing when nothing changes", async () => {
      const person = await buildPerson(club.db);
      const { status, body } = await put(person);
      expect([status, body.tier, body.tier_until]).toEqual([200, "premium", "2030-03-31"]);
      expect((await put(person)).body.tiers).toHaveLength(1);
      const [mail] = (await takeMails(club)).filter(({ to }) => to === person.email);
      expect([mail?.template, mail?.subject]).toEqual(["tier-changed", "Your Kindling tier is Premium"]);
      expect(mail?.text).toContain("Premium, from 1 April 2026 until 31 March 2030. After that day you are on Trial.");
      expect(mail?.text).toContain(`> ${reason}`);
      const raised = await put(person, { tier: "vip", from: "2026-06-01", until: "", reason });
      expect(raised.body.tiers).toMatchObject([
        { tier: "vip", from: "2026-06-01", until: null, set_by_name: "Owen Pryce" },
        { tier: "premium", from: "2026-04-01", until: "2030-03-31", reason },
      ]);
      expect(await historyOf(person)).toEqual([
        ["tier_changed", owen.id, { tier: "vip", from: "2026-06-01", until: null }, reason],
        ["tier_changed", owen.id, { tier: "premium", from: "2026-04-01", until: "2030-03-31" }, reason],
      ]);
    });
  },
);
