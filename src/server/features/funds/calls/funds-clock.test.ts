import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Person } from "#server/sample/builders.ts";
import {
  bookReceipt,
  buildAllocatedDeal,
  buildBankLine,
  buildCollectionAccount,
  elevenMembers,
} from "#tests/support/build-allocated-deal.ts";
import { buildFirstAdmin } from "#tests/support/build-first-admin.ts";
import { callRound } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { fundsCallJobs } from "./jobs.ts";

const monday = new Date("2027-01-25T10:00:00Z");
const later = (hours: number) => new Date(monday.getTime() + hours * 60 * 60 * 1000);
const reason = "The bank has confirmed that it is on its way.";
let now = monday;
let deal: Awaited<ReturnType<typeof buildAllocatedDeal>>;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildFirstAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
beforeEach(async () => {
  now = monday;
  deal = await buildAllocatedDeal(club.db, {
    members: elevenMembers.filter(({ name }) => ["Chloe Martin", "Jonas Weber", "Keira Doyle"].includes(name)),
  });
  await buildCollectionAccount(club.db, deal.id, new Date("2027-01-22T15:00:00Z"));
  await callRound(club, deal.id);
  await runClock();
  await takeMails(club);
  await sql`delete from notices`.execute(club.db);
});

const runClock = () => fundsCallJobs["funds-clock"].run(club, { deal_id: deal.id });
const runAt = async (hours: number) => {
  now = later(hours);
  await runClock();
};
const [chloe, jonas, keira] = [0, 1, 2];
const commitmentOf = (member: number) => deal.commitments[member] as (typeof deal.commitments)[number];
const receive = (member: number, pence: number, at = now) =>
  bookReceipt(club.db, commitmentOf(member), pence, { booked_on: at.toISOString().slice(0, 10), at });
/** As another member's, by mistake. */
const bookAndTakeBack = async (line: string, amount_pence: number) => {
  const parts = [{ kind: "receipt", commitment_id: commitmentOf(chloe).id, amount_pence }];
  const { body } = await admin("POST", `/api/bank-lines/${line}/match`, { parts, reason });
  const { status } = await admin("POST", `/api/bank-lines/${line}/unmatch`, { match_id: body.matches[0].id, reason });
  expect(status).toBe(200);
};
/** A list without anything of these members. */
const readList = async () => {
  const line = { deal_id: deal.id, booked_on: "2027-01-28" };
  await buildBankLine(club.db, { ...line, amount_pence: 7, reference: "interest" }, now);
};
const statesOf = async () =>
  (
    await club.db.selectFrom("commitments").select("state").where("deal_id", "=", deal.id).orderBy("number").execute()
  ).map(({ state }) => state);
const timesOf = async (member: number) => {
  const { due_at, grace_until } = await club.db
    .selectFrom("commitments")
    .select(["due_at", "grace_until"])
    .where("id", "=", commitmentOf(member).id)
    .executeTakeFirstOrThrow();
  return [due_at, grace_until];
};
const noticesOf = async ({ id }: { id: string }) =>
  (await club.db.selectFrom("notices").select("kind").where("user_id", "=", id).orderBy("id").execute()).map(
    ({ kind }) => kind,
  );
const subjects = async () => (await takeMails(club)).map(({ to, subject }) => `${nameOf(to)}: ${subject}`).sort();
const nameOf = (email: string) => deal.people.find((person) => person.email === email)?.full_name;
const post = (member: number, path: string, body: object) =>
  admin("POST", `/api/commitments/${commitmentOf(member).id}/${path}`, body);
const balance = async (account: string, member?: number) => {
  const of = member === undefined ? null : commitmentOf(member).id;
  const { rows } = await sql<{ pence: number }>`select ledger_balance(${deal.id}, ${account}, ${of}) as pence`.execute(
    club.db,
  );
  return rows[0]?.pence;
};
const auditOf = async () =>
  (await club.auditOf(deal.id, "kind", "actor_id", "details")).filter(({ kind }) => kind !== "funds_called");

describe("The clock of a funds call", () => {
  it("The clock reminds those who have still to pay after 24 and 42 hours, each once", async () => {
    await receive(chloe, 1_141_296);
    await receive(keira, 50_000);
    await runAt(23.9);
    expect(await subjects()).toEqual([]);
    await runAt(24);
    await runAt(30);
    const reminders = [
      "Jonas Weber: Alder Analytics: please pay £9,596.21 by Wed 27 Jan, 10:00",
      "Keira Doyle: Alder Analytics: £63.58 is missing",
    ];
    expect(await subjects()).toEqual(reminders);
    await receive(keira, 6358);
    await runAt(42);
    await runAt(47);
    expect(await subjects()).toEqual(reminders.slice(0, 1));
  });
  it("The first reminder is left out within six hours of the second, unless the time to pay ends before", async () => {
    await receive(chloe, 1_141_296);
    await sql`update commitments set due_at = ${later(42)} where id = ${commitmentOf(keira).id}`.execute(club.db);
    await runAt(36);
    await runAt(41.9);
    expect(await subjects()).toEqual(["Keira Doyle: Alder Analytics: please pay £563.58 by Wed 27 Jan, 04:00"]);
    await receive(keira, 56_358);
    await runAt(42);
    await runAt(47);
    expect(await subjects()).toEqual(["Jonas Weber: Alder Analytics: please pay £9,596.21 by Wed 27 Jan, 10:00"]);
  });
  it("The clock reminds nobody whose bank is holding the payment", async () => {
    const member = await club.as(deal.people[jonas] as Person);
    expect((await member("POST", `/api/commitments/${commitmentOf(jonas).id}/bank-hold`)).status).toBe(200);
    await receive(chloe, 1_141_296);
    await receive(keira, 56_358);
    await runAt(24);
    await runAt(72);
    expect([await subjects(), await statesOf()]).toEqual([[], ["paid", "called", "paid"]]);
    await runAt(48 + 96);
    expect(await subjects()).toEqual(["Jonas Weber: Alder Analytics: £9,596.21 is late"]);
  });
  it("The clock tells who is late and the admins, once", async () => {
    await receive(chloe, 1_141_296);
    await receive(keira, 56_358);
    await runAt(48);
    await runAt(49);
    expect(await subjects()).toEqual(["Jonas Weber: Alder Analytics: £9,596.21 is late"]);
    expect([await noticesOf(deal.people[jonas] as Person), await noticesOf(owen)]).toEqual([
      ["funds_late"],
      ["funds_late_members"],
    ]);
  });
  it("A queued mail says nothing of a payment that has arrived meanwhile", async () => {
    await runAt(24);
    await receive(chloe, 1_141_296);
    expect((await subjects()).some((line) => line.startsWith("Chloe"))).toBe(false);
  });

  it("The clock releases who has not paid after the grace, where somebody waits and the list was read since", async () => {
    await receive(chloe, 1_141_296);
    await receive(keira, 56_358);
    now = later(72);
    await readList();
    await runClock();
    await runClock();
    expect(await statesOf()).toEqual(["paid", "released_unpaid", "paid"]);
    expect([await balance("1100", jonas), await balance("2000", jonas), await balance("2200", jonas)]).toEqual([
      0, 0, 0,
    ]);
    expect(await subjects()).toEqual(
      [
        "Jonas Weber: Alder Analytics: £9,596.21 is late",
        "Jonas Weber: Alder Analytics: your 6,879 shares are released",
      ].filter((line) => line.endsWith("released")),
    );
    expect(await auditOf()).toEqual([
      {
        kind: "commitment_released",
        actor_id: null,
        details: { commitment_id: commitmentOf(jonas).id, automatic: true, outcome: "released" },
      },
    ]);
    expect(await noticesOf(owen)).toEqual(["funds_late_members", "funds_released"]);
  });
  it("The clock leaves a release to the admins before the list is read, and tells them once", async () => {
    await receive(chloe, 1_141_296);
    await receive(keira, 56_358);
    await runAt(73);
    await runAt(74);
    expect([await statesOf(), await noticesOf(owen)]).toEqual([
      ["paid", "called", "paid"],
      ["funds_late_members", "funds_overdue"],
    ]);
    await readList();
    await runClock();
    expect((await statesOf())[jonas]).toBe("released_unpaid");
  });
  it("The clock leaves a release to the admins where nobody waits", async () => {
    await sql`update commitments set shares = allocated_shares where deal_id = ${deal.id}`.execute(club.db);
    now = later(73);
    await readList();
    await runClock();
    expect([await statesOf(), await noticesOf(owen)]).toEqual([
      ["called", "called", "called"],
      ["funds_late_members", "funds_overdue"],
    ]);
  });
  it.each([
    ["its reference", { reference: true, amount_pence: 5, wasBooked: false }],
    ["its reference, after its booking was taken back", { reference: true, amount_pence: 5, wasBooked: true }],
    ["its amount", { reference: false, amount_pence: 959_621, wasBooked: false }],
  ])(
    "The clock releases nobody whose payment may be a line that is not booked: by %s",
    async (_what, { reference, amount_pence, wasBooked }) => {
      await receive(chloe, 1_141_296);
      await receive(keira, 56_358);
      now = later(73);
      const [{ reference: own }] = (
        await sql<{ reference: string }>`
      select reference from commitments where id = ${commitmentOf(jonas).id}`.execute(club.db)
      ).rows as [{ reference: string }];
      // As somebody types it, without its last character.
      const typed = `${own.slice(0, 4).toLowerCase()} ${own.slice(4, 9)}`;
      const line = { deal_id: deal.id, booked_on: "2027-01-28", amount_pence, reference: reference ? typed : "rent" };
      const line_id = await buildBankLine(club.db, line, now);
      if (wasBooked) await bookAndTakeBack(line_id, amount_pence);
      await runClock();
      expect((await statesOf())[jonas]).toBe("called");
      const refused = await post(jonas, "release", { reason });
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        "A line of the bank’s list may be this payment. Please book it first.",
      ]);
    },
  );
  it("A member who paid for fewer shares may choose, and one who did not is released", async () => {
    await receive(chloe, 1_141_296);
    await receive(jonas, 900_000);
    await receive(keira, 56_357);
    now = later(72);
    await readList();
    await runClock();
    await runClock();
    expect(await statesOf()).toEqual(["paid", "part_paid", "released_unpaid"]);
    expect([await balance("2200", jonas), await balance("2200", keira)]).toEqual([0, -56_357]);
    const choice = "Take 6,451 shares for £8,999.15 and have £0.85 back, or have £9,000.00 back.";
    const mails = await takeMails(club);
    expect(mails.filter(({ to }) => nameOf(to) === "Jonas Weber").map(({ subject }) => subject)).toEqual([
      "Alder Analytics: please choose",
    ]);
    expect(mails.find(({ to }) => nameOf(to) === "Jonas Weber")?.text).toContain(
      `${choice} An admin can release your shares from now on; choose before that.`,
    );
    expect(mails.filter(({ to }) => nameOf(to) === "Keira Doyle").map(({ subject }) => subject)).toEqual([
      "Alder Analytics: your 404 shares are released",
    ]);
    expect(await noticesOf(deal.people[jonas] as Person)).toEqual(["funds_choose"]);
    expect(await noticesOf(deal.people[keira] as Person)).toEqual(["commitment_released"]);
  });
  it("The clock asks for no choice where an admin has given more time since", async () => {
    await receive(jonas, 900_000);
    await runAt(72);
    await post(jonas, "extension", { hours: 24, reason });
    expect((await subjects()).filter((line) => line.startsWith("Jonas"))).toEqual([]);
  });
  it("A member who paid a part reads what had arrived, as the shares are released", async () => {
    await receive(jonas, 900_000);
    now = later(72);
    await post(jonas, "release", { reason });
    await runClock();
    const words =
      "£9,000.00 of £9,596.21 had arrived by Thu 28 Jan, 10:00. £9,000.00 goes back to you. Your 6,879 shares are released. You owe nothing.";
    const mails = (await takeMails(club)).filter(({ to }) => nameOf(to) === "Jonas Weber");
    expect(mails.map(({ subject }) => subject)).toEqual(["Alder Analytics: your 6,879 shares are released"]);
    expect(mails[0]?.text).toContain(words);
    const { text } = await club.db
      .selectFrom("notices")
      .select("text")
      .where("user_id", "=", deal.people[jonas]?.id ?? "")
      .executeTakeFirstOrThrow();
    expect(text).toBe(`Alder Analytics: ${words}`);
  });
  it.each([
    ["the first reminder", 24, ["funds_reminder"]],
    ["the second reminder", 42, ["funds_reminder"]],
    ["what is late", 48, ["funds_late"]],
    ["the choice", 72, ["funds_choose"]],
  ])("Each member is told once of %s, if the jobs run twice or at the same moment", async (_what, hours, kinds) => {
    await receive(jonas, 900_000);
    now = later(hours);
    await Promise.all([runClock(), runClock(), fundsCallJobs["funds-clocks"].run(club)]);
    await runClock();
    await fundsCallJobs["funds-clocks"].run(club);
    // Deals of other tests are reminded too.
    const told = (await takeMails(club)).flatMap(({ to }) => nameOf(to) ?? []).sort();
    expect(told).toEqual(["Chloe Martin", "Jonas Weber", "Keira Doyle"]);
    expect(await noticesOf(deal.people[jonas] as Person)).toEqual(kinds);
    expect(await noticesOf(deal.people[chloe] as Person)).toHaveLength(1);
  });
  it("A top-up is given back where only the top-up was not paid", async () => {
    await receive(jonas, 959_621);
    await receive(chloe, 1_141_296);
    await receive(keira, 56_358);
    await sql`update commitments set allocated_shares = 7879, cost_pence = 976996, fee_pence = 122125
               where id = ${commitmentOf(jonas).id}`.execute(club.db);
    const tuesday = later(24);
    now = tuesday;
    await callRound(club, deal.id);
    expect((await statesOf())[jonas]).toBe("part_paid");
    await receive(jonas, 1000);
    now = later(24 + 72);
    await readList();
    await runClock();
    expect((await statesOf())[jonas]).toBe("part_paid");
    const { status, body } = await post(jonas, "release", { reason });
    expect([status, body.state, body.shares, body.due_pence, body.open_pence, body.refund_pence]).toEqual([
      200,
      "paid",
      6879,
      959_621,
      0,
      1000,
    ]);
    await subjects();
    await runClock();
    expect(await noticesOf(deal.people[jonas] as Person)).toContain("commitment_reduced");
    expect((await subjects()).filter((line) => line.startsWith("Jonas"))).toEqual([
      "Jonas Weber: Alder Analytics: you keep the 6,879 shares that you paid for",
    ]);
  });
  it("The nightly job sends the reminders that the clock has missed", async () => {
    now = later(48);
    await fundsCallJobs["funds-clocks"].run(club);
    const told = (await takeMails(club)).map(({ to }) => to);
    expect(told).toEqual(expect.arrayContaining(deal.people.map(({ email }) => email)));
  });
});

describe("POST /commitments/{id}/extension", () => {
  it("returns 422 without a reason", async () => {
    const { status, body } = await post(jonas, "extension", { hours: 1, reason: " " });
    expect([status, body.errors[0].path]).toEqual([422, "reason"]);
  });
  it("gives more time once, with a reason that is stored, and tells the member", async () => {
    now = later(47);
    const { status, body } = await post(jonas, "extension", { hours: 48, reason });
    expect([status, body.due_at, body.grace_until]).toEqual([
      200,
      "2027-01-29T10:00:00.000Z",
      "2027-01-30T10:00:00.000Z",
    ]);
    const again = await post(jonas, "extension", { hours: 1, reason });
    expect([again.status, again.body.detail]).toEqual([409, "More time was given once already."]);
    await runClock();
    expect((await subjects()).filter((line) => line.includes("more time"))).toEqual([
      "Jonas Weber: Alder Analytics: you have more time to pay £9,596.21, by Fri 29 Jan, 10:00",
    ]);
    expect(await noticesOf(deal.people[jonas] as Person)).toContain("funds_extended");
    expect(await auditOf()).toEqual([
      {
        kind: "payment_extended",
        actor_id: owen.id,
        details: { commitment_id: commitmentOf(jonas).id, hours: 48, reason },
      },
    ]);
  });
  it.each([50, 80])("counts more time from now once the money is late, %i hours after the call", async (hours) => {
    now = later(hours);
    await post(jonas, "extension", { hours: 24, reason });
    expect(await timesOf(jonas)).toEqual([later(hours + 24), later(hours + 48)]);
  });
  it("returns 409 for a commitment that is paid", async () => {
    await receive(keira, 56_358);
    expect((await post(keira, "extension", { hours: 1, reason })).status).toBe(409);
  });
});

describe("POST /commitments/{id}/release", () => {
  it("returns 422 without a reason, 409 in the grace and for a paid member", async () => {
    expect((await post(jonas, "release", { reason: "" })).status).toBe(422);
    now = later(71.9);
    await receive(keira, 56_358);
    const early = await post(jonas, "release", { reason });
    now = later(72);
    const paid = await post(keira, "release", { reason });
    expect([early, paid].map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [409, "not_called", "The time of grace is not over."],
      [409, "not_called", "A paid member is never released."],
    ]);
  });
  it("releases after the grace: the call is reversed, and what arrived is to be sent back", async () => {
    await receive(jonas, 900_000);
    now = later(72);
    const { status, body } = await post(jonas, "release", { reason });
    expect([status, body.state, body.open_pence, body.refund_pence]).toEqual([200, "released_unpaid", 0, 900_000]);
    expect([await balance("1100", jonas), await balance("2000", jonas), await balance("2200", jonas)]).toEqual([
      0, 0, -900_000,
    ]);
    expect((await auditOf()).at(-1)).toEqual({
      kind: "commitment_released",
      actor_id: owen.id,
      details: { commitment_id: commitmentOf(jonas).id, reason },
    });
  });
  it("returns 409 while ledger and bank do not agree", async () => {
    await buildBankLine(club.db, { deal_id: deal.id, amount_pence: -500, booked_on: "2027-01-27" }, later(50));
    now = later(72);
    const { status, body } = await post(jonas, "release", { reason });
    expect([status, body.code]).toEqual([409, "ledger_mismatch"]);
  });
});

describe("POST /commitments/{id}/bear", () => {
  it("bears a shortfall under a pound out of the club's own fees", async () => {
    await receive(jonas, 959_521);
    const fees = await balance("2100");
    const { status, body } = await post(jonas, "bear", { reason });
    expect([status, body.state, body.open_pence]).toEqual([200, "paid", 0]);
    expect([await balance("1100", jonas), (await balance("2100")) ?? 0]).toEqual([0, (fees ?? 0) + 100]);
    expect((await auditOf()).at(-1)?.kind).toBe("payment_borne");
    const mails = (await takeMails(club)).filter(({ to }) => to === deal.people[jonas]?.email);
    expect(mails.at(-1)?.text).toContain("£9,595.21 has arrived, and the club bears the £1.00 that was missing.");
    expect((await noticesOf(deal.people[jonas] as Person)).flat().join()).toContain("payment_arrived");
  });
  it("returns 409 for more than a pound, and where nothing is missing", async () => {
    await receive(jonas, 959_520);
    await receive(keira, 56_358);
    const answers = [await post(jonas, "bear", { reason }), await post(keira, "bear", { reason })];
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [409, "The club can bear at most £1.00 of what is missing"],
      [409, "Nothing is called from this member now."],
    ]);
  });
});
