import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import { buildCalledRound, type CalledRound } from "#tests/support/alder-round.ts";
import { confirmCollectionAccount, refusalOf } from "#tests/support/past-the-lists.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { tries } from "#tests/support/tries.ts";

const codes = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
let now = new Date("2027-01-28T12:00:00Z");
let rounds = 0;
/** Two rounds of the same members, who owe the same sums. */
let alder: CalledRound;
let fern: CalledRound;
let account: typeof digits & { account_name: string; bank: string; partner: string };
const digits = { sort_code: "10-20-30", account_number: "" };

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await setDeals(club.db);
const admin = await club.as(await buildAdmin(club.db, { full_name: "Owen Pryce" }));

async function buildRound(company: string): Promise<CalledRound> {
  rounds += 1;
  const code = `${codes[rounds % 30]}${codes[Math.floor(rounds / 30) % 30]}${codes[Math.floor(rounds / 900)]}`;
  const round = await buildCalledRound(club.db, code);
  await sql`update companies set name = ${company} where id = (select company_id from deals where id = ${round.deal.id})`.execute(
    club.db,
  );
  return round;
}
/** A club has this that shared an account before it was refused. */
const share = (dealId: string, entered_at: Date) =>
  club.db
    .insertInto("collection_accounts")
    .values({ ...account, deal_id: dealId, entered_at, confirmed_at: entered_at })
    .execute();
async function begin(): Promise<void> {
  now = new Date("2027-01-28T12:00:00Z");
  alder = await buildRound("Alder Analytics");
  fern = await buildRound("Fern Robotics");
  account = {
    account_name: "Nominee",
    sort_code: "10-20-30",
    bank: "A Bank",
    partner: "Nominee",
    account_number: String(10_000_000 + rounds),
  };
}
beforeEach(begin);

const enter = (round: CalledRound) => admin("POST", `/api/deals/${round.deal.id}/collection-account`, account);
const cancel = (round: CalledRound) =>
  sql`update deals set state = 'cancelled' where id = ${round.deal.id}`.execute(club.db);

interface Paid {
  day?: string;
  payer: string;
  reference: string;
  pence: number;
}
const payment = (round: CalledRound, number: number, reference = round.memberOf(number).reference): Paid => {
  const { full_name, due_pence } = round.memberOf(number);
  return { payer: full_name, reference, pence: due_pence };
};
const sumOf = (lines: readonly Paid[]) => lines.reduce((sum, { pence }) => sum + pence, 0);
function fileOf(lines: readonly Paid[]): string {
  let balance = 0;
  const rows = lines.map(({ day = "27/01/2027", payer, reference, pence }) => {
    balance += pence;
    return `${day},${payer},${reference},FASTER PAYMENT,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
  });
  return ["Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)", ...rows, ""].join("\n");
}
async function bring(round: CalledRound, lines: readonly Paid[]) {
  const path = `/api/deals/${round.deal.id}/bank-files?name=a.csv`;
  const { status, body } = await admin("POST", path, fileOf(lines), { "content-type": "text/csv" });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}
const linesOf = async (round: CalledRound, show = "open"): Promise<BankLine[]> =>
  (await admin("GET", `/api/deals/${round.deal.id}/bank-lines?show=${show}&limit=100`)).body.items;
const boardOf = async (round: CalledRound) => (await admin("GET", `/api/deals/${round.deal.id}/closing`)).body;
const match = (line: BankLine | undefined, part: object) =>
  admin("POST", `/api/bank-lines/${line?.id}/match`, {
    parts: [{ amount_pence: Math.abs(line?.open_pence ?? 0), ...part }],
    reason: "As seen.",
  });
async function expectedAtBank(round: CalledRound): Promise<number> {
  const { rows } = await sql<{ pence: number }>`select account_pence(${round.deal.id}) as pence`.execute(club.db);
  return rows[0]?.pence ?? Number.NaN;
}

describe("An account of another deal that is not settled", () => {
  it("Another unsettled deal's account is refused as it is entered, by the company's name, and begins no form", async () => {
    await share(alder.deal.id, now);
    const { status, body } = await enter(fern);
    expect([status, body.code, body.detail]).toEqual([
      409,
      "account_in_use",
      "Members of Alder Analytics pay to this account, and that deal is not settled. Enter another account, or wait until that deal is completed or cancelled and its account is at £0.00.",
    ]);
    expect((await admin("GET", `/api/deals/${fern.deal.id}/collection-account`)).body.last).toBe(null);
  });
  it("A shared account is refused as it would be confirmed: of two deals that wait the first has it", async () => {
    expect([(await enter(alder)).status, (await enter(fern)).status]).toEqual([201, 201]);
    await confirmCollectionAccount(club, alder.deal.id);
    expect(await refusalOf(confirmCollectionAccount(club, fern.deal.id))).toBe("account_in_use");
    const { rows } = await sql<{ lacks: string }>`select closing_lacks(${fern.deal.id}) as lacks`.execute(club.db);
    expect(rows).toEqual([{ lacks: "act_account_in_use" }]);
  });
  it("A shared account stays refused while money is on it, and after another account was taken for its deal", async () => {
    await share(alder.deal.id, now);
    await bring(alder, [payment(alder, 1)]);
    await cancel(alder);
    expect((await enter(fern)).body.code).toBe("account_in_use");
    await sql`update collection_accounts set replaced_at = ${now} where deal_id = ${alder.deal.id}`.execute(club.db);
    expect((await enter(fern)).body.code).toBe("account_in_use");
  });
  it("An account is free, and begins the form, once its deal is over and the account at 0", async () => {
    await share(alder.deal.id, now);
    await cancel(alder);
    const { last } = (await admin("GET", `/api/deals/${fern.deal.id}/collection-account`)).body;
    expect(last).toMatchObject({ account_number: account.account_number });
    expect((await enter(fern)).status).toBe(201);
  });
});

describe("A later deal with the same account", () => {
  it("A later deal with the same account leaves out the lines of the earlier one, and lines older than its own account", async () => {
    const early: Paid[] = [
      { ...payment(alder, 1), day: "26/01/2027" },
      { payer: "Amara Okafor", reference: "BACK", pence: -payment(alder, 1).pence, day: "26/01/2027" },
    ];
    await share(alder.deal.id, new Date("2027-01-20T10:00:00Z"));
    await share(fern.deal.id, new Date("2027-01-27T09:00:00Z"));
    const all = [...early, payment(fern, 2), payment(fern, 3)];
    expect(await bring(fern, all)).toMatchObject({
      booked: { lines: 2 },
      to_look_at: { lines: 0 },
    });
    expect(await linesOf(fern)).toEqual([]);
    const other_deal = { deal_id: alder.deal.id, company_name: "Alder Analytics" };
    const booked = await linesOf(fern, "booked");
    expect(booked.map((line) => line.other_deal)).toEqual([null, null, other_deal, other_deal]);
    expect(booked.at(-1)?.can).toEqual({ book: false, match: false });
    const pence = payment(fern, 2).pence + payment(fern, 3).pence;
    expect(await boardOf(fern)).toMatchObject({ bank_pence: pence, on_account_pence: pence, difference_pence: 0 });
    // The earlier deal has not heard of what left the account.
    expect(await expectedAtBank(fern)).toBe(pence + payment(alder, 1).pence);
  });
});

describe("Two deals that share an account already", () => {
  beforeEach(async () => {
    await share(alder.deal.id, new Date("2027-01-20T10:00:00Z"));
    await share(fern.deal.id, new Date("2027-01-21T10:00:00Z"));
  });

  it("Two deals on one account book their own lines of the bank's list, and say what the account holds together", async () => {
    const lines = [payment(alder, 1), payment(fern, 1), payment(fern, 2), payment(alder, 3)];
    await bring(alder, lines);
    expect(await linesOf(alder)).toEqual([]);
    expect(await boardOf(alder)).toMatchObject({
      bank_pence: payment(alder, 1).pence + payment(alder, 3).pence,
      difference_pence: 0,
      other_deals: [{ deal_id: fern.deal.id, company_name: "Fern Robotics" }],
    });
    expect(await expectedAtBank(alder)).toBe(sumOf(lines));
    await bring(fern, lines);
    expect(await linesOf(fern)).toEqual([]);
    expect([await expectedAtBank(alder), await expectedAtBank(fern)]).toEqual([sumOf(lines), sumOf(lines)]);
  });
  it("A deal books no line of the other on its account, by a reference or booked there", async () => {
    const charge: Paid = { payer: "A Bank", reference: "CHARGE", pence: -500 };
    const lines = [payment(alder, 1), payment(fern, 6), payment(alder, 2, ""), charge];
    await bring(alder, lines);
    await bring(fern, lines);
    const [foreign] = (await linesOf(fern, "booked")).filter((line) => line.other_deal);
    const refused = await match(foreign, { kind: "unidentified" });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      "line_of_other_deal",
      "This line is of Alder Analytics, not of this deal. Book it on the page of that deal.",
    ]);
    // Nobody has said yet whose the charge and the payment without a reference are.
    expect((await linesOf(fern)).map(({ open_pence }) => open_pence)).toEqual(
      (await linesOf(alder)).map(({ open_pence }) => open_pence),
    );
    expect((await boardOf(alder)).difference_pence).toBe(-500);
    const left = (await linesOf(fern)).find(({ open_pence }) => open_pence < 0);
    expect((await match(left, { kind: "club_bears" })).status).toBe(200);
    expect((await boardOf(alder)).difference_pence).toBe(0);
    expect((await boardOf(fern)).difference_pence).toBe(0);
    const [own] = await linesOf(alder);
    const commitment_id = alder.memberOf(2).commitment_id;
    expect((await match(own, { kind: "receipt", commitment_id })).status).toBe(200);
    expect([await linesOf(alder), await linesOf(fern)]).toEqual([[], []]);
    expect([await expectedAtBank(alder), await expectedAtBank(fern)]).toEqual([sumOf(lines), sumOf(lines)]);
  });
  it("A deal misses no money that leaves the account for the other deal, whose list is read later", async () => {
    await bring(fern, [payment(fern, 1)]);
    await club.db
      .insertInto("outgoing_payments")
      .values({ deal_id: fern.deal.id, kind: "fee", amount_pence: 700, payee: "Kindling Club Ltd", reason: "By list." })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`update outgoing_payments set state = 'approved', approved_at = ${now} where deal_id = ${fern.deal.id}`.execute(
      club.db,
    );
    const lines = [payment(fern, 1), payment(alder, 1), { payer: "Kindling Club Ltd", reference: "Fees", pence: -700 }];
    await bring(alder, lines);
    expect([await linesOf(alder), (await boardOf(alder)).difference_pence]).toEqual([[], 0]);
    // What that deal's books still have, nobody finds at the bank.
    expect(await expectedAtBank(alder)).toBe(sumOf(lines) + 700);
    await bring(fern, lines);
    expect([await linesOf(fern), (await boardOf(fern)).difference_pence]).toEqual([[], 0]);
    expect([await expectedAtBank(alder), await expectedAtBank(fern)]).toEqual([sumOf(lines), sumOf(lines)]);
  });
  it("A booking of two deals on one account is taken back, and the line waits in both lists again", async () => {
    const lines = [payment(alder, 2, "")];
    await bring(alder, lines);
    await bring(fern, lines);
    const [line] = await linesOf(alder);
    const booked = await match(line, { kind: "unidentified" });
    expect(await linesOf(fern)).toEqual([]);
    const match_id = booked.body.matches[0].id;
    await admin("POST", `/api/bank-lines/${line?.id}/unmatch`, { match_id, reason: "A mistake." });
    expect([(await linesOf(alder)).length, (await linesOf(fern)).length]).toEqual([1, 1]);
  });
  it("Two deals on one account book a line once, at the same moment too", async () => {
    const lines = [payment(alder, 2, "")];
    await bring(alder, lines);
    await bring(fern, lines);
    const [[one], [other]] = [await linesOf(alder), await linesOf(fern)];
    const answers = await Promise.all([match(one, { kind: "unidentified" }), match(other, { kind: "unidentified" })]);
    expect(answers.map(({ body }) => body.code ?? "booked").toSorted()).toEqual(["booked", "line_of_other_deal"]);
  });
});

const numbers = [1, 2, 3, 4, 5, 6] as const;
const line = fc.record({
  isFern: fc.boolean(),
  number: fc.constantFrom(...numbers),
  how: fc.constantFrom("reference", "reference", "none", "charge", "stranger"),
});

it("Whatever the bank's list, the ledgers of the deals on one account are its balance together", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (given) => {
      await begin();
      await share(alder.deal.id, new Date("2027-01-20T10:00:00Z"));
      await share(fern.deal.id, new Date("2027-01-21T10:00:00Z"));
      const roundOf = (isFern: boolean) => (isFern ? fern : alder);
      const lines = given.map(({ isFern, number, how }): Paid => {
        if (how === "charge") return { payer: "A Bank", reference: "CHARGE", pence: -10 };
        if (how === "stranger") return { payer: "R. Vale", reference: "Rent", pence: 12_345 };
        return payment(roundOf(isFern), number, how === "none" ? "" : undefined);
      });
      await bring(alder, lines);
      await bring(fern, lines);
      for (const { isFern, number, how } of given) {
        const round = roundOf(isFern);
        const wanted = how === "charge" ? -10 : how === "stranger" ? 12_345 : payment(round, number).pence;
        const found = (await linesOf(round)).find(
          ({ open_pence, reference }) => open_pence === wanted && (how !== "none" || reference === ""),
        );
        if (!found) continue;
        const receipt = { kind: "receipt", commitment_id: round.memberOf(number).commitment_id };
        const part =
          how === "charge" ? { kind: "club_bears" } : how === "stranger" ? { kind: "unidentified" } : receipt;
        expect((await match(found, part)).status).toBe(200);
      }
      const [ofAlder, ofFern] = [await boardOf(alder), await boardOf(fern)];
      // What nobody identified stays open, though it is booked.
      const left = [...(await linesOf(alder)), ...(await linesOf(fern))].filter(({ open_pence }) => open_pence !== 0);
      expect(left).toEqual([]);
      expect([ofAlder.difference_pence, ofFern.difference_pence]).toEqual([0, 0]);
      expect(ofAlder.on_account_pence + ofFern.on_account_pence).toBe(sumOf(lines));
      expect([await expectedAtBank(alder), await expectedAtBank(fern)]).toEqual([sumOf(lines), sumOf(lines)]);
    }),
    { seed: 52, numRuns: tries(300, 12, 12) },
  );
}, 3_600_000);
