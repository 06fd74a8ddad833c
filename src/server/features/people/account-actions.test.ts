import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildAdmin, buildPeople, buildPerson, type Person } from "#server/sample/builders.ts";
import type { AuditEvent } from "#shared/audit/audit.ts";
import type { TierOutcome } from "#shared/people/people.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const reason = "They called from the number we had before.";
const club = await openTestApp();
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
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
  it("refuses an admin's own account", async () => {
    const answer = await act(owen, what);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      "own_role",
      "This is your own account. Use the Account page, or ask another admin.",
    ]);
  });
}

describe("POST /people/{user_id}/reset-two-factor", () => {
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
  it("refuses an admin's own second factor in the database too", async () => {
    const own = sql`select reset_second_factor(${owen.id})`;
    await expect(club.asActor({ userId: owen.id }, (tx) => own.execute(tx))).rejects.toMatchObject({ code: "42501" });
  });
  it("turns the second factor off, another admin's too, signs the person out and mails the reason", async () => {
    const person = await buildFactor(await buildAdmin(club.db));
    const key = {
      credential_id: person.id,
      public_key: Buffer.from("key"),
      sign_count: 0,
      transports: [],
      name: "Key",
    };
    await club.db
      .insertInto("auth.passkeys")
      .values({ ...key, user_id: person.id })
      .execute();
    await club.cookieOf(person);
    const { status, body } = await act(person, "reset-two-factor");
    expect([status, body.has_second_factor, body.can.reset_two_factor, body.sessions]).toEqual([200, false, false, []]);
    const user = club.db.selectFrom("auth.users").select("two_factor_enabled").where("id", "=", person.id);
    expect(await user.executeTakeFirst()).toEqual({ two_factor_enabled: false });
    expect(await sessionsOf(person)).toEqual([]);
    const passkeys = club.db.selectFrom("auth.passkeys").select("id").where("user_id", "=", person.id);
    expect(await passkeys.execute()).toEqual([]);
    expect(await historyOf(person)).toEqual([["two_factor_reset", owen.id, {}, reason]]);
    expect(await mailsTo(person)).toEqual([["two-factor-reset", "Two-factor sign-in is off at Kindling", true]]);
  });
});

describe("POST /people/{user_id}/sign-out", () => {
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
});

describe("POST /people/{user_id}/resend-verification", () => {
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
});

describe("POST /people/{user_id}/lift-sign-in-limit", () => {
  refusals("lift-sign-in-limit");
  it("resets the counts for the person on any device or network, and for nobody else", async () => {
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
});

const tier = { tier: "premium", from: "2026-04-01", until: "2030-03-31", reason };
const put = ({ id }: Pick<Person, "id">, body: object = tier) => admin("PUT", `/api/people/${id}/tier`, body);

describe("PUT /people/{user_id}/tier", () => {
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
  it("returns 404 for an unknown person, and 409 for the admin's own tier and for a person who is no member", async () => {
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
    expect([mail?.template, mail?.subject]).toEqual(["tier-changed", "Your Kindling plan is Premium"]);
    expect(mail?.text).toContain("Premium, from 1 April 2026 until 31 March 2030. After that day you are on Trial.");
    expect(mail?.text).toContain(`> ${reason}`);
    const ahead = { tier: "vip", from: "2030-12-10", until: "", reason };
    await put(await buildPerson(club.db), ahead);
    const [later] = await takeMails(club);
    const soon = "Your plan will be VIP from 10 December 2030";
    expect([later?.subject, later?.text.includes(soon)]).toEqual([soon, true]);
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
});

const changeMany = (body: object) => admin("POST", "/api/people/tiers", { ...tier, ...body });

describe("POST /people/tiers", () => {
  it.each([
    ["user_ids", { user_ids: [] }],
    ["user_ids", { user_ids: Array(1001).fill(unknownId) }],
    ["user_ids.0", { user_ids: ["somebody"] }],
    ["until", { user_ids: [unknownId], until: "2026-03-31" }],
  ])("rejects the %s", async (path, change) => {
    const answer = await changeMany(change);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
  });
  it("sets the tier of members, each with an audit row and a mail, and returns those who are left out", async () => {
    const [ida, vera, same] = await buildPeople(club.db, [{ full_name: "Ida Larch" }, { full_name: "Vera Larch" }, {}]);
    if (!ida || !vera || !same) throw new Error("nobody built");
    const suspended = await buildPerson(club.db);
    await act(suspended, "suspend");
    const ended = await buildPerson(club.db, { full_name: "Edda Larch" });
    await act(ended, "end-membership");
    const pending = await buildPerson(club.db, { full_name: "Petra Larch", status: "pending" });
    await put(same);
    await takeMails(club);

    const people = [ida, ended, vera, pending, owen, { id: unknownId }, same, suspended, ida];
    const { status, body } = await changeMany({ user_ids: people.map(({ id }) => id) });
    expect([status, body.set]).toEqual([200, 3]);
    const told = body.items.map(({ user_id, name, result, message }: TierOutcome) => [user_id, name, result, message]);
    expect(told).toEqual([
      [ida.id, "Ida Larch", "set", "Plan changed"],
      [ended.id, "Edda Larch", "ended", "The membership has ended."],
      [vera.id, "Vera Larch", "set", "Plan changed"],
      [pending.id, "Petra Larch", "not_a_member", "Is not an approved member."],
      [owen.id, "Owen Pryce", "own", "This is your own account: ask another admin."],
      [unknownId, null, "missing", "The account does not exist any more."],
      [same.id, same.full_name, "unchanged", "Had this plan with these days already."],
      [suspended.id, suspended.full_name, "set", "Plan changed"],
    ]);
    const mails = await takeMails(club);
    expect(mails.map(({ template, to }) => [template, to]).toSorted()).toEqual(
      [ida, vera, suspended].map(({ email }) => ["tier-changed", email]).toSorted(),
    );
    for (const { text } of mails) expect(text).toContain(`> ${reason}`);
    const entry = ["tier_changed", owen.id, { tier: "premium", from: "2026-04-01", until: "2030-03-31" }, reason];
    expect([await historyOf(ida), await historyOf(vera)]).toEqual([[entry], [entry]]);
    const rows = await club.db
      .selectFrom("memberships")
      .select("user_id")
      .where("user_id", "in", [ended.id, pending.id, owen.id]);
    expect(await rows.execute()).toEqual([]);
  });
  it("changes nobody when one change fails", async () => {
    const [fine, faulty] = await buildPeople(club.db, [{}, {}]);
    if (!fine || !faulty) throw new Error("nobody built");
    await sql`create function refuse_tier() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      club.db,
    );
    await sql`create trigger refuse before insert on memberships for each row
        when (new.user_id = ${sql.lit(faulty.id)}) execute function refuse_tier()`.execute(club.db);
    expect((await changeMany({ user_ids: [fine.id, faulty.id] })).status).toBe(500);
    await sql`drop trigger refuse on memberships`.execute(club.db);
    expect([await historyOf(fine), await takeMails(club)]).toEqual([[], []]);
  });
});
