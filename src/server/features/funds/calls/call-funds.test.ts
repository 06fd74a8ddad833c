import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { readPaymentReference } from "#shared/funds/payment-reference.ts";
import {
  bookReceipt,
  buildAllocatedDeal,
  buildBankLine,
  buildCollectionAccount,
  elevenMembers,
} from "#tests/support/build-allocated-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { callRound, refusalOf } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { fundsCallJobs } from "./jobs.ts";
import { nextSlot } from "./next-slot.ts";

const friday = new Date("2027-01-22T15:00:00Z");
const monday = new Date("2027-01-25T10:00:00Z");
let now = monday;
let deal: Awaited<ReturnType<typeof buildAllocatedDeal>>;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const admin = await club.as(owen);
beforeEach(async () => {
  now = monday;
  deal = await buildAllocatedDeal(club.db);
  await buildCollectionAccount(club.db, deal.id, friday);
});

const call = (id = deal.id) => callRound(club, id);
/** The newest. */
const lastCall = async () => {
  const { rows } = await sql<object>`
    select c.number, c.called_at, c.due_at, c.grace_until, c.called_by, a.details ->> 'members' as members,
           (a.details ->> 'due_pence')::int as due_pence
      from funds_calls c
      join audit_events a on a.subject_id = c.deal_id and a.kind = 'funds_called' and a.details ->> 'number' = c.number::text
     where c.deal_id = ${deal.id} order by c.number desc limit 1`.execute(club.db);
  return rows[0];
};
const runClock = () => fundsCallJobs["funds-clock"].run(club, { deal_id: deal.id });
const commitmentsOf = (id = deal.id) =>
  club.db.selectFrom("commitments").selectAll().where("deal_id", "=", id).orderBy("number").execute();
const ledgerOf = (id = deal.id) =>
  club.db
    .selectFrom("ledger_transactions as t")
    .innerJoin("ledger_entries as e", "e.transaction_id", "t.id")
    .select([
      "t.number",
      "t.kind",
      "t.booked_on",
      "t.commitment_id as of",
      "e.account",
      "e.commitment_id",
      "e.amount_pence",
    ])
    .where("t.deal_id", "=", id)
    .orderBy("t.number")
    .orderBy("e.account")
    .execute();
const sumOf = async (account: string) => {
  const rows = await ledgerOf();
  return rows.filter((row) => row.account === account).reduce((sum, { amount_pence }) => sum + amount_pence, 0);
};

describe("A call of funds", () => {
  it("A call is announced to the admin before it is made: how many members, and how much", async () => {
    const toCall = async () => (await admin("GET", `/api/deals/${deal.id}/closing`)).body.to_call;
    expect(await toCall()).toEqual({ members: 11, pence: 10_355_152 });
    await call();
    expect(await toCall()).toEqual({ members: 0, pence: 0 });
  });

  it("A call asks each member for what they owe, in eleven transactions that sum to zero", async () => {
    await call();
    expect(await lastCall()).toEqual({
      number: 1,
      called_at: new Date("2027-01-25T10:00:00.000Z"),
      due_at: new Date("2027-01-27T10:00:00.000Z"),
      grace_until: new Date("2027-01-28T10:00:00.000Z"),
      called_by: null,
      members: "11",
      due_pence: 10_355_152,
    });
    const rows = await ledgerOf();
    const expected = elevenMembers.flatMap(({ cost_pence, fee_pence }, index) => {
      const of = deal.commitments[index]?.id;
      const transaction = { number: index + 1, kind: "call", booked_on: "2027-01-25", of };
      return [
        { ...transaction, account: "1100", commitment_id: of, amount_pence: cost_pence + fee_pence },
        { ...transaction, account: "2000", commitment_id: of, amount_pence: -cost_pence },
        { ...transaction, account: "2100", commitment_id: null, amount_pence: 0 - fee_pence },
      ];
    });
    expect(expected).toHaveLength(33);
    expect(rows).toEqual(expected);
    expect([await sumOf("1100"), await sumOf("2000"), await sumOf("2100")]).toEqual([10_355_152, -9_999_980, -355_172]);
  });

  it("A call gives each member a reference of the deal, a due time and a grace, and leaves events behind", async () => {
    await call();
    const commitments = await commitmentsOf();
    const { reference_code } = await club.db
      .selectFrom("deals")
      .select("reference_code")
      .where("id", "=", deal.id)
      .executeTakeFirstOrThrow();
    for (const { reference, state, called_at, due_at, grace_until } of commitments) {
      expect(reference?.slice(0, 5)).toBe(`KD${reference_code}`);
      expect(readPaymentReference(reference ?? "")).toBe(reference);
      expect({ state, called_at, due_at, grace_until }).toEqual({
        state: "called",
        called_at: monday,
        due_at: new Date("2027-01-27T10:00:00Z"),
        grace_until: new Date("2027-01-28T10:00:00Z"),
      });
    }
    expect(new Set(commitments.map(({ reference }) => reference)).size).toBe(11);
    const events = await club.db
      .selectFrom("commitment_events")
      .select(["kind", "actor_id", "shares", "details"])
      .where("commitment_id", "=", commitments[8]?.id ?? "")
      .where("kind", "=", "called")
      .execute();
    expect(events).toMatchObject([
      {
        actor_id: null,
        shares: 6879,
        details: { number: 1, cost_pence: 852_996, fee_pence: 106_625, due_pence: 959_621 },
      },
    ]);
    expect(await club.auditOf(deal.id, "kind", "actor_id", "details")).toEqual([
      {
        kind: "funds_called",
        actor_id: null,
        details: { number: 1, members: 11, due_pence: 10_355_152 },
      },
    ]);
    const jobs = await sql<{ at: Date }>`select start_after as at from pgboss.job
         where name = 'funds-clock' and data ->> 'deal_id' = ${deal.id} order by 1`.execute(club.db);
    expect(jobs.rows.map(({ at }) => at.toISOString())).toEqual([
      "2027-01-25T10:00:00.000Z",
      "2027-01-26T10:00:00.000Z",
      "2027-01-27T04:00:00.000Z",
      "2027-01-27T10:00:00.000Z",
      "2027-01-28T10:00:00.000Z",
    ]);
  });

  it("A call is told to every member once, by mail and notice with the amount and without an account", async () => {
    await sql`delete from pgboss.job where name = 'mail'`.execute(club.db);
    await call();
    await runClock();
    await runClock();
    const mails = await takeMails(club);
    expect(mails.map(({ to }) => to).sort()).toEqual(deal.people.map(({ email }) => email).sort());
    const [mail] = mails;
    expect(mails.map(({ subject }) => subject)).toContain("Alder Analytics: please pay £9,596.21 by Wed 27 Jan, 10:00");
    expect(mail?.link).toContain("/#/members?tab=investments&view=mine&commitment=");
    for (const secret of ["00-00-00", "00001234", "Sample Nominee", "KD"]) expect(mail?.text).not.toContain(secret);
    const notices = await club.db
      .selectFrom("notices")
      .select(["kind", "subject_id", "text"])
      .where("user_id", "=", deal.people[8]?.id ?? "")
      .execute();
    const text = "Alder Analytics: Pay £9,596.21 by Wed 27 Jan, 10:00.";
    expect(notices).toEqual([{ kind: "funds_called", subject_id: deal.commitments[8]?.id, text }]);
  });

  it("A call is refused once everybody is called, and calls nobody a second time", async () => {
    await call();
    expect(await refusalOf(call())).toBe("nothing_to_call");
    expect(await sumOf("1100")).toBe(10_355_152);
  });

  it("A call is made once by two processes at the same time", async () => {
    const answers = await meetAtRow(club.db, "deals", deal.id, [() => refusalOf(call()), () => refusalOf(call())]);
    expect(answers).toEqual([null, "nothing_to_call"]);
    expect(await sumOf("1100")).toBe(10_355_152);
  });

  it.each([
    ["2027-01-24T12:00:00Z", "call_outside_hours"],
    ["2027-01-25T08:59:59Z", "call_outside_hours"],
    ["2027-01-25T09:00:00Z", null],
    ["2027-01-27T17:00:00Z", null],
    ["2027-01-27T17:00:01Z", "call_outside_hours"],
    ["2027-01-28T12:00:00Z", "call_outside_hours"],
    ["2027-06-07T08:30:00Z", null],
    ["2027-06-07T16:30:00Z", "call_outside_hours"],
  ])("A call at %s has the refusal %s: Monday to Wednesday, 09:00 to 17:00 in London", async (at, reason) => {
    now = new Date(at);
    expect(await refusalOf(call())).toBe(reason);
  });
  it.each([
    ["at once on a day of calls", "2027-01-25T09:59:00Z", "2027-01-25T10:00:00Z", "2027-01-25T10:00:00Z"],
    ["in the hours of calls that are left", "2027-01-25T09:59:00Z", "2027-01-25T16:59:00Z", "2027-01-25T16:59:00Z"],
    [
      "the next morning after the hours of calls",
      "2027-01-25T09:59:00Z",
      "2027-01-25T17:00:00Z",
      "2027-01-26T10:00:00Z",
    ],
    [
      "the next morning where the sum became known after 10:00",
      "2027-01-25T10:01:00Z",
      "2027-01-25T11:00:00Z",
      "2027-01-26T10:00:00Z",
    ],
    ["on Monday from Wednesday afternoon", "2027-01-27T10:01:00Z", "2027-01-27T12:00:00Z", "2027-02-01T10:00:00Z"],
    ["on Monday from Friday", "2027-01-22T15:00:00Z", "2027-01-22T15:00:00Z", "2027-01-25T10:00:00Z"],
    ["by the clock of London in summer", "2027-06-06T12:00:00Z", "2027-06-06T12:00:00Z", "2027-06-07T09:00:00Z"],
  ])("A call comes %s", (_when, since, at, slot) => {
    expect(nextSlot(new Date(since), new Date(at))).toEqual(new Date(slot));
  });

  it("A call is refused before the allocation is final, and without a signed account", async () => {
    const early = await buildDeal(club.db, { state: "closing" });
    expect(await refusalOf(call(early.id))).toBe("call_not_allocated");
    await club.db.updateTable("collection_accounts").set({ replaced_at: now }).where("deal_id", "=", deal.id).execute();
    expect(await refusalOf(call())).toBe("call_no_account");
  });

  it("A call is refused while the account is frozen, and made afterwards", async () => {
    const frozen_until = new Date("2027-01-26T10:00:00Z");
    await club.db.updateTable("collection_accounts").set({ frozen_until }).where("deal_id", "=", deal.id).execute();
    expect(await refusalOf(call())).toBe("account_frozen");
    now = frozen_until;
    expect(await refusalOf(call())).toBeNull();
  });

  it("A call is refused while ledger and bank do not agree", async () => {
    await buildBankLine(club.db, { deal_id: deal.id, amount_pence: -500, booked_on: "2027-01-24" }, friday);
    expect(await refusalOf(call())).toBe("ledger_mismatch");
    expect(await ledgerOf()).toEqual([]);
  });

  it("A call asks the lower fee of a better tier, and lowers none once money is called", async () => {
    const jonas = deal.commitments[8];
    const rise = (tier: "premium" | "vip") =>
      club.db
        .insertInto("memberships")
        .values({ user_id: deal.people[8]?.id ?? "", tier, from_date: "2027-01-25", reason: "As asked." })
        .execute();
    await rise("premium");
    await call();
    // 10,355,152 − 106,625 + 4% of 852,996.
    expect(await lastCall()).toMatchObject({ due_pence: 10_282_647 });
    await rise("vip");
    expect(await refusalOf(call())).toBe("nothing_to_call");
    const called = (await commitmentsOf()).find(({ id }) => id === jonas?.id);
    expect([called?.tier, called?.fee_bp, called?.fee_pence]).toEqual(["premium", 400, 34_120]);
  });

  it("A call asks the difference after a top-up, with a new time to pay", async () => {
    await call();
    const [first, second] = deal.commitments;
    if (!first || !second) throw new Error("no commitments");
    for (const [{ id }, pence] of [
      [first, 1_900_424],
      [second, 1_425_876],
    ] as const)
      await bookReceipt(club.db, { id, deal_id: deal.id }, pence, { booked_on: "2027-01-25", at: monday });
    await club.db
      .updateTable("commitments")
      .set({ allocated_shares: 15_426, cost_pence: 1_912_824 })
      .where("id", "=", first.id)
      .execute();
    now = new Date("2027-02-01T10:00:00Z");
    await call();
    expect(await lastCall()).toMatchObject({ number: 2, members: "1", due_pence: 1_912_824 });
    const [topped, other] = await commitmentsOf();
    expect([topped?.state, topped?.due_at?.toISOString(), other?.state]).toEqual([
      "part_paid",
      "2027-02-03T10:00:00.000Z",
      "paid",
    ]);
    const own = (await ledgerOf()).filter(({ of, kind }) => of === first.id && kind === "call");
    expect(own.map(({ account, amount_pence }) => [account, amount_pence])).toEqual([
      ["1100", 1_900_424],
      ["2000", -1_900_424],
      ["2100", 0],
      ["1100", 12_400],
      ["2000", -12_400],
      ["2100", 0],
    ]);
    expect(topped?.reference).toBe((await commitmentsOf())[0]?.reference);
  });
});
