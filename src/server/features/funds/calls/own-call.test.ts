import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import type { Today } from "#shared/waiting-counts/to-do.ts";
import {
  bookReceipt,
  buildAllocatedDeal,
  buildBankLine,
  buildCollectionAccount,
  elevenMembers,
} from "#tests/support/build-allocated-deal.ts";
import { callRound } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const monday = new Date("2027-01-25T10:00:00Z");
const later = (hours: number) => new Date(monday.getTime() + hours * 60 * 60 * 1000);
const thursday = later(72);
let now = monday;
let deal: Awaited<ReturnType<typeof buildAllocatedDeal>>;
let jonas: Person;
let commitment: { id: string; deal_id: string };
let mine: Call;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const admin = await club.as(await buildAdmin(club.db, { full_name: "Owen Pryce" }));
beforeEach(async () => {
  now = monday;
  deal = await buildAllocatedDeal(club.db, { members: elevenMembers.filter(({ name }) => name === "Jonas Weber") });
  await buildCollectionAccount(club.db, deal.id, new Date("2027-01-21T15:00:00Z"));
  [jonas, commitment] = [deal.people[0], deal.commitments[0]] as [Person, typeof commitment];
  mine = await club.as(jonas);
});

const callFunds = () => callRound(club, deal.id);
const post = (path: string, body?: object, by = mine) => by("POST", `/api/commitments/${commitment.id}/${path}`, body);
const read = (by = mine) => by("GET", `/api/commitments/${commitment.id}/call`);
const receive = (pence: number, at = now) =>
  bookReceipt(club.db, commitment, pence, { booked_on: at.toISOString().slice(0, 10), at });
const signInAt = (at: Date, factor: Date | null = null) =>
  sql`update auth.sessions set created_at = ${at}, factor_at = ${factor} where user_id = ${jonas.id}`.execute(club.db);
const auditOf = async () =>
  (await club.auditOf(deal.id, "kind", "actor_id", "details")).filter(({ kind }) => kind !== "funds_called");
const balance = async (account: string) => {
  const { rows } = await sql<{ pence: number }>`
    select ledger_balance(${deal.id}, ${account}, ${account === "2100" ? null : commitment.id}) as pence`.execute(
    club.db,
  );
  return rows[0]?.pence;
};

describe("GET /commitments/{id}/call", () => {
  it("returns 404 before the call, and to everybody else, admins too", async () => {
    expect((await read()).status).toBe(404);
    await callFunds();
    expect((await read(admin)).status).toBe(404);
  });
  it("returns the called sum and its time, also without a current statement", async () => {
    await callFunds();
    await sql`update statements set state = 'withdrawn', ended_at = ${monday} where record_id in
        (select id from investor_records where user_id = ${jonas.id})`.execute(club.db);
    now = later(26);
    const { status, body } = await read();
    expect([status, body]).toEqual([
      200,
      {
        called_at: "2027-01-25T10:00:00.000Z",
        due_pence: 959_621,
        due_at: "2027-01-27T10:00:00.000Z",
        grace_until: "2027-01-28T10:00:00.000Z",
        applied_pence: 0,
        open_pence: 959_621,
        refund_pence: 0,
        borne_pence: 0,
        pending_pence: 0,
        held_at: null,
        extension_reason: null,
        reference: expect.stringMatching(/^KD[0-9A-Z]{8}$/),
        refunded_pence: 0,
        refunded_on: null,
        frozen_until: null,
        arrived_on: null,
        is_late: false,
        list_read_at: null,
        fewer: null,
        can: { pay: true, hold: true, take_fewer: false },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("00001234");
  });
  it("returns what a part pays for, what is missing and what would go back", async () => {
    await callFunds();
    now = later(24);
    await receive(900_000);
    const { body } = await read();
    expect(body).toMatchObject({
      applied_pence: 900_000,
      open_pence: 59_621,
      arrived_on: "2027-01-26",
      is_late: false,
      list_read_at: "2027-01-26T10:00:00.000Z",
      fewer: { shares: 6451, cost_pence: 799_924, fee_pence: 99_991, due_pence: 899_915, back_pence: 85 },
      can: { pay: true, hold: true, take_fewer: false },
    });
  });
  it("returns the money at the bank with the reference that is not booked, and nothing of other lines", async () => {
    await callFunds();
    const { reference } = (await read()).body;
    const line = { deal_id: deal.id, booked_on: "2027-01-26", amount_pence: 959_621 };
    await buildBankLine(club.db, { ...line, reference: "KDH7Z2B24Q" }, now);
    expect((await read()).body.pending_pence).toBe(0);
    const written = `${reference.slice(0, 4).toLowerCase()} ${reference.slice(4)}`;
    await buildBankLine(club.db, { ...line, reference: written }, now);
    expect((await read()).body).toMatchObject({ open_pence: 959_621, pending_pence: 959_621 });
    await buildBankLine(club.db, { ...line, amount_pence: 100, reference: `JONAS WEBER ${reference} SHARES` }, now);
    expect((await read()).body.pending_pence).toBe(959_721);
  });
  it.each([
    ["all that is owed, without a reference, of the member's name", "WEBER J", "", 959_621, 959_621],
    ["with a mistyped reference", "MR JONAS WEBER", "KDH7Z2B24", 959_621, 959_621],
    ["of another name", "MARY BROWN", "", 959_621, 0],
    ["of another sum", "JONAS WEBER", "", 959_620, 0],
  ])(
    "A line that is not booked counts as money at the bank or not: %s",
    async (_, payer, reference, amount_pence, pending) => {
      await callFunds();
      await buildBankLine(club.db, { deal_id: deal.id, booked_on: "2027-01-26", payer, reference, amount_pence }, now);
      expect((await read()).body.pending_pence).toBe(pending);
    },
  );
  it("is read on Today as money that waits to be booked, and only the rest as not paid", async () => {
    await callFunds();
    const { reference } = (await read()).body;
    const line = { deal_id: deal.id, booked_on: "2027-01-26", payer: "J WEBER", reference };
    await buildBankLine(club.db, { ...line, amount_pence: 500_000 }, now);
    const readToday = async () => {
      const { deals, waiting } = (await admin("GET", "/api/today")).body as Today;
      const { open_pence, pending_pence, unpaid, unpaid_members } = deals.find(({ id }) => id === deal.id) ?? {};
      const told = waiting
        .filter(({ kind, path }) => kind === "unpaid" && path.includes(deal.id))
        .map(({ text }) => text);
      return { open_pence, pending_pence, unpaid: unpaid?.map(({ pence }) => pence), unpaid_members, told };
    };
    expect(await readToday()).toEqual({
      open_pence: 959_621,
      pending_pence: 500_000,
      unpaid: [459_621],
      unpaid_members: 1,
      told: [expect.stringMatching(/: £4,596\.21 not paid; £5,000\.00 at the bank waits to be booked$/)],
    });
    await buildBankLine(club.db, { ...line, amount_pence: 459_621 }, now);
    expect(await readToday()).toMatchObject({ pending_pence: 959_621, unpaid: [], unpaid_members: 0, told: [] });
  });
  it("returns that the money came late, by the day of the bank, and how much came too much", async () => {
    await callFunds();
    now = later(50);
    await receive(900_000, later(49));
    expect((await read()).body.is_late).toBe(false);
    now = later(71);
    await receive(60_621);
    expect((await read()).body).toMatchObject({
      applied_pence: 959_621,
      open_pence: 0,
      refund_pence: 1000,
      arrived_on: "2027-01-28",
      is_late: true,
      fewer: null,
      can: { pay: false, hold: false, take_fewer: false },
    });
  });
});

describe("POST /commitments/{id}/payment-details", () => {
  it("returns account, amount and reference after a fresh sign-in, and leaves an audit row", async () => {
    await callFunds();
    const at = new Date(monday.getTime() - 6 * 60_000);
    await signInAt(at);
    const { reference } = await club.db
      .selectFrom("commitments")
      .select("reference")
      .where("id", "=", commitment.id)
      .executeTakeFirstOrThrow();
    const { status, body, headers } = await post("payment-details", {});
    expect([status, body]).toEqual([
      200,
      {
        commitment_id: commitment.id,
        account_name: "Sample Nominee Services, clients",
        sort_code: "00-00-00",
        account_number: "00001234",
        bank: "Sample Bank",
        partner: "Sample Nominee Services",
        amount_pence: 959_621,
        reference,
        confirmed_on: "2027-01-21",
        is_called_back: true,
        signed_in_at: at.toISOString(),
      },
    ]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await auditOf()).toEqual([
      { kind: "payment_details_shown", actor_id: jonas.id, details: { commitment_id: commitment.id } },
    ]);
  });
  it("returns no call back where the account is that of an earlier deal, which nobody called back for this one", async () => {
    await callFunds();
    await signInAt(monday);
    await club.db.updateTable("collection_accounts").set({ call_back_note: null }).execute();
    expect((await post("payment-details", {})).body.is_called_back).toBe(false);
  });
  it("returns the details after a second factor of the last ten minutes, and the amount that is still open", async () => {
    await callFunds();
    await receive(900_000);
    const given = new Date(monday.getTime() - 60_000);
    await signInAt(new Date("2027-01-20T10:00:00Z"), given);
    const { status, body } = await post("payment-details", {});
    expect([status, body.amount_pence, body.signed_in_at]).toEqual([200, 59_621, given.toISOString()]);
  });
  it("returns 404 to everybody else, admins too, and 409 before the call and once it is paid", async () => {
    await signInAt(monday);
    await sql`update auth.sessions set created_at = ${monday}`.execute(club.db);
    expect((await post("payment-details", {}, admin)).status).toBe(404);
    const before = await post("payment-details", {});
    expect([before.status, before.body.code]).toEqual([409, "not_called"]);
    await callFunds();
    await receive(959_621);
    const after = await post("payment-details", {});
    expect([after.status, after.body.code, JSON.stringify(after.body).includes("00001234")]).toEqual([
      409,
      "not_called",
      false,
    ]);
  });
  it("returns 423 with the time while the account is frozen", async () => {
    await callFunds();
    await signInAt(monday);
    await sql`update collection_accounts set frozen_until = ${later(24)} where deal_id = ${deal.id}`.execute(club.db);
    const { status, body } = await post("payment-details", {});
    expect([status, body.code]).toEqual([423, "account_frozen"]);
    expect(body.detail).toContain("26 January 2027, 10:00");
    expect((await read()).body).toMatchObject({ frozen_until: later(24).toISOString(), can: { pay: false } });
  });
});

describe("POST /commitments/{id}/bank-hold", () => {
  it("gives 96 hours more, once", async () => {
    await callFunds();
    now = later(26);
    const { status, body } = await post("bank-hold");
    expect([status, body.held_at, body.due_at, body.grace_until, body.can.hold]).toEqual([
      200,
      "2027-01-26T12:00:00.000Z",
      "2027-01-31T10:00:00.000Z",
      "2027-02-01T10:00:00.000Z",
      false,
    ]);
    expect(await auditOf()).toEqual([
      { kind: "payment_held", actor_id: jonas.id, details: { commitment_id: commitment.id } },
    ]);
    const again = await post("bank-hold");
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      409,
      "not_called",
      "This was said once already. An admin can give more time.",
    ]);
  });
  it("returns 404 to others, and 409 before the call, once it is paid, and once the grace is over", async () => {
    expect([(await post("bank-hold", undefined, admin)).status, (await post("bank-hold")).status]).toEqual([404, 409]);
    await callFunds();
    now = thursday;
    expect((await post("bank-hold")).body.detail).toBe("The time to pay is over. An admin decides now.");
    await receive(959_621);
    expect((await post("bank-hold")).status).toBe(409);
  });
});

describe("POST /commitments/{id}/take-fewer", () => {
  it("returns 404 to others, and 409 in the grace and where nothing arrived", async () => {
    await callFunds();
    expect((await post("take-fewer", { choice: "refund" }, admin)).status).toBe(404);
    await receive(900_000);
    for (const choice of ["take_fewer", "refund"]) {
      const { status, body } = await post("take-fewer", { choice });
      expect([status, body.detail]).toEqual([409, "The time of grace is not over."]);
    }
  });
  it("gives the shares that the part pays for, and sends the rest back", async () => {
    await callFunds();
    await receive(900_000);
    now = thursday;
    const { status, body } = await post("take-fewer", { choice: "take_fewer" });
    expect([status, body.due_pence, body.applied_pence, body.open_pence, body.refund_pence]).toEqual([
      200, 899_915, 899_915, 0, 85,
    ]);
    const row = await club.db
      .selectFrom("commitments")
      .select(["state", "allocated_shares", "cost_pence", "fee_pence"])
      .where("id", "=", commitment.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: "paid", allocated_shares: 6451, cost_pence: 799_924, fee_pence: 99_991 });
    expect([await balance("1100"), await balance("2000"), await balance("2100"), await balance("2200")]).toEqual([
      0, -799_924, -99_991, -85,
    ]);
    const [receipt] = await takeMails(club);
    expect(receipt?.subject).toMatch(/: you now have 6,451 shares$/);
    expect(receipt?.text).toContain("£0.85 that you sent is more than was called: it goes back to you.");
    expect((await auditOf()).at(-1)).toEqual({
      kind: "fewer_shares_taken",
      actor_id: jonas.id,
      details: { commitment_id: commitment.id },
    });
  });
  it("sends everything back, and the member owes nothing", async () => {
    await callFunds();
    await receive(900_000);
    now = thursday;
    const { status, body } = await post("take-fewer", { choice: "refund" });
    expect([status, body.open_pence, body.refund_pence, body.can.pay]).toEqual([200, 0, 900_000, false]);
    expect([await balance("1100"), await balance("2000"), await balance("2100"), await balance("2200")]).toEqual([
      0, 0, 0, -900_000,
    ]);
    const { state } = await club.db
      .selectFrom("commitments")
      .select("state")
      .where("id", "=", commitment.id)
      .executeTakeFirstOrThrow();
    expect(state).toBe("refunded");
    expect(await auditOf()).toEqual([
      { kind: "refund_asked_for", actor_id: jonas.id, details: { commitment_id: commitment.id } },
    ]);
  });
  it("returns 422 where the part does not pay for the smallest commitment", async () => {
    await callFunds();
    // 404 shares cost £500.96, and £62.62 of fee.
    await receive(56_357);
    now = thursday;
    expect((await read()).body.fewer).toBeNull();
    const { status, body } = await post("take-fewer", { choice: "take_fewer" });
    expect([status, body.errors[0].path]).toEqual([422, "choice"]);
    await receive(1);
    expect((await read()).body.fewer).toMatchObject({ shares: 404, back_pence: 0 });
  });
  it("refuses fewer shares in the database whose numbers do not add up", async () => {
    await callFunds();
    await receive(900_000);
    now = thursday;
    const take = (shares: number, cost: number, fee: number) =>
      club.asActor({ userId: jonas.id, at: now }, (tx) =>
        sql`select take_fewer_shares(${commitment.id}, ${shares}, ${cost}, ${fee})`.execute(tx),
      );
    // Too many, too cheap, without the fee, below the minimum, as many as before.
    for (const [shares, cost, fee] of [
      [6452, 800_048, 100_006],
      [6451, 799_923, 99_991],
      [6451, 799_924, 0],
      [403, 49_972, 6247],
      [6879, 852_996, 106_625],
    ] as const)
      await expect(take(shares, cost, fee)).rejects.toThrow("not_fewer");
  });
});

it("A person's own data contain the call and its reference", async () => {
  await callFunds();
  const data = await club.db.transaction().execute((tx) => collectData(tx, jonas.id, club));
  expect(data.funds_called_from_you).toMatchObject([
    { commitment_id: commitment.id, due_pence: 959_621, reference: expect.stringMatching(/^KD/), called_at: monday },
  ]);
});
