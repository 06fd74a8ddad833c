import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person, takeAdminRole } from "#server/sample/builders.ts";
import type { BankLine, ClosingMember, LedgerTransaction } from "#shared/funds/funds.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import { postCall } from "#tests/support/alder-round.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const codes = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
let now = new Date();
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
await setDeals(club.db);

/** Number, name, shares, cost, fee and reference within the deal; who pays on which day of May 2027. */
const round = [
  [1, "Amara Okafor", 1213, 166_484, 0, "3QX9", 18],
  [2, "Daniel Price", 930, 127_643, 0, "7HKM", 19],
  [3, "Ben Lindqvist", 1778, 244_031, 0, "C2VT", 18],
  [4, "Chloe Martin", 1495, 205_189, 8208, "9WRD", 18],
  [5, "Dev Shah", 1495, 205_189, 8208, "F6PN", 19],
  [6, "Esther Brown", 1213, 166_484, 6659, "XJ4B", 18],
  [7, "Farid Haddad", 1213, 166_484, 6659, "KZ82", 19],
  [8, "Grace Owen", 929, 127_505, 15_938, "5YGE", 18],
  [9, "Hugh Nolan", 929, 127_505, 15_938, "TDAQ", 19],
  [10, "Isla Reid", 929, 127_505, 15_938, "R7C3", 20],
  [11, "Jonas Weber", 788, 108_153, 13_519, "NV6H", 20],
  [12, "Keira Doyle", 647, 88_801, 11_100, "8BWX", 18],
  [13, "Liam Carter", 647, 88_801, 11_100, "4MTG", 19],
  [14, "Mona Sethi", 365, 50_096, 6262, "Q5ZK", 20],
] as const;

const people = new Map<number, Person & { record_id: string }>();
for (const [number, full_name] of round)
  people.set(number, await buildInvestor(club.db, { full_name, is_admin: number <= 2 }));
const personOf = (number: number) => {
  const found = people.get(number);
  if (!found) throw new Error(`There is no member ${number}.`);
  return found;
};
const [amara, daniel] = [await club.as(personOf(1)), await club.as(personOf(2))];
type Call = typeof amara;
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });

let dealId = "";
let deals = 0;
let commitments = new Map<number, string>();
const dueOf = (number: number) => {
  const [, , , cost = 0, fee = 0] = round[number - 1] ?? [];
  return cost + fee;
};
const codeOf = () => `${codes[deals % 30]}${codes[Math.floor(deals / 30)]}R`;
const referenceOf = (number: number) => paymentReference(codeOf(), round[number - 1]?.[5] ?? "");
const commitmentOf = (number: number) => commitments.get(number) ?? "";

beforeEach(async () => {
  now = new Date("2027-05-18T10:05:00Z");
  deals += 1;
  const deal = await buildDeal(club.db, {
    state: "closing",
    at: new Date("2027-05-03T10:00:00Z"),
    terms: { price: "1.3725" },
  });
  dealId = deal.id;
  await club.db.updateTable("deals").set({ reference_code: codeOf() }).where("id", "=", dealId).execute();
  commitments = new Map();
  const called = {
    called_at: new Date("2027-05-18T09:00:00Z"),
    due_at: new Date("2027-05-20T09:00:00Z"),
    grace_until: new Date("2027-05-21T09:00:00Z"),
    placed_at: new Date("2027-05-11T10:00:00Z"),
  };
  for (const [number, , shares, cost_pence, fee_pence] of round) {
    const { id } = await buildCommitment(club.db, {
      deal_id: dealId,
      terms_id: deal.terms_id,
      record_id: personOf(number).record_id,
      price: "1.3725",
      number,
      shares,
      least_shares: 365,
      state: "called",
      allocated_shares: shares,
      cost_pence,
      fee_pence,
      fee_bp: 0,
      reference: referenceOf(number),
      ...called,
    });
    await postCall(club.db, dealId, id, cost_pence, fee_pence);
    commitments.set(number, id);
  }
});

const header = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)";
/** The payments of these members, in full. */
const fileOf = (numbers: readonly number[]) => {
  let balance = 0;
  const rows = numbers.map((number) => {
    const [, name = "", , , , , day] = round[number - 1] ?? [];
    balance += dueOf(number);
    return `${day}/05/2027,${name.toUpperCase()},${referenceOf(number)},FASTER PAYMENT,${(dueOf(number) / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
  });
  return `${[header, ...rows].join("\n")}\n`;
};
const upload = (by: Call, text: string) =>
  by("POST", `/api/deals/${dealId}/bank-files?name=starling.csv`, text, { "content-type": "text/csv" });
const dayOf = (day: number) => round.filter((member) => member[6] === day).map(([number]) => number);
const openLines = async (by: Call): Promise<BankLine[]> =>
  (await by("GET", `/api/deals/${dealId}/bank-lines`)).body.items;
const confirm = (by: Call, ids: (string | undefined)[]) => by("POST", "/api/bank-lines/confirm", { ids });
const booked = async () => {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(amount_pence), 0)::bigint as pence from bank_matches where deal_id = ${dealId} and reversal_id is null`.execute(
    club.db,
  );
  return rows[0]?.pence;
};
const refusalOf = async (answer: ReturnType<Call>) => {
  const { status, body } = await answer;
  return [status, body.code, body.reason];
};
const refused = [403, "second_person_required", "own_commitment"];
const nothing = { lines: 0, paid_in_pence: 0, paid_out_pence: 0 };
const sum = (lines: number, paid_in_pence: number) => ({ lines, paid_in_pence, paid_out_pence: 0 });

describe("The worked example", () => {
  it("Three files are booked as they are imported; the importer's own payment waits for the other admin", async () => {
    now = new Date("2027-05-18T16:00:00Z");
    const first = (await upload(amara, fileOf(dayOf(18)))).body;
    expect(first).toMatchObject({
      new_lines: 6,
      closing_balance_pence: 1_040_399,
      booked: sum(5, 873_915),
      own: sum(1, 166_484),
      to_book: nothing,
      to_look_at: nothing,
    });
    now = new Date("2027-05-19T16:00:00Z");
    const second = (await upload(amara, fileOf([...dayOf(18), ...dayOf(19)]))).body;
    expect(second).toMatchObject({
      new_lines: 5,
      closing_balance_pence: 1_797_926,
      booked: sum(5, 757_527),
      own: sum(1, 166_484),
    });
    expect(await booked()).toBe(1_631_442);
    expect(await openLines(amara)).toMatchObject([
      {
        grade: "sure",
        amount_pence: 166_484,
        can: { book: false, match: false },
        said: "Own payment of Amara Okafor: another admin books it",
      },
    ]);

    now = new Date("2027-05-20T15:30:00Z");
    const third = (await upload(amara, fileOf([...dayOf(18), ...dayOf(19), ...dayOf(20)]))).body;
    expect(third).toMatchObject({ new_lines: 3, booked: sum(3, 321_473), own: sum(1, 166_484), to_look_at: nothing });
    expect(await booked()).toBe(1_952_915);

    const [own] = await openLines(daniel);
    expect(own).toMatchObject({ amount_pence: 166_484, can: { book: true, match: true } });
    expect(await refusalOf(confirm(amara, [own?.id]))).toEqual(refused);
    expect((await confirm(daniel, [own?.id])).body).toEqual({ confirmed: 1, pence: 166_484, left_out: 0 });
    expect(await booked()).toBe(2_119_399);

    const ben = await club.as(personOf(3));
    const { items } = (await ben("GET", `/api/deals/${dealId}/ledger?limit=500`)).body;
    const texts = items.flatMap(({ kind, text }: LedgerTransaction) => (kind === "receipt" ? [text] : []));
    expect(texts.filter((text: string) => text.includes("Member 1") && text.includes("own"))).toEqual([
      "Arrived from Member 1; own payment of somebody who signs, booked by Daniel Price",
    ]);
    expect(texts).toContain("Arrived from Member 2; own payment of somebody who signs, booked by Amara Okafor");
  });

  it("A file is booked once by two imports at once, each of which leaves its importer's own payment", async () => {
    now = new Date("2027-05-19T16:00:00Z");
    const file = fileOf([...dayOf(18), ...dayOf(19)]);
    const answers = await meetAtRow(club.db, "deals", dealId, [
      () => upload(amara, file),
      () => upload(daniel, file.replaceAll("\n", "\r\n")),
    ]);
    expect(answers.map(({ body }) => [body.new_lines, body.booked])).toEqual([
      [11, sum(10, 1_631_442)],
      [0, sum(1, 166_484)],
    ]);
    expect(await booked()).toBe(1_797_926);
  });
});

describe("Own money", () => {
  it("Own money of an importer who forges a file stays open, and goes nowhere by their own hand", async () => {
    now = new Date("2027-05-20T15:30:00Z");
    const everybody = round.map(([number]) => number);
    expect((await upload(daniel, fileOf(everybody))).body).toMatchObject({
      booked: sum(13, 2_119_399 - 127_643),
      own: sum(1, 127_643),
    });
    const [line] = await openLines(daniel);
    const id = line?.id ?? "";
    const match = (parts: object[]) => daniel("POST", `/api/bank-lines/${id}/match`, { parts, reason: "Mine." });
    const part = { kind: "receipt", commitment_id: commitmentOf(2), amount_pence: 127_643 };
    expect(await refusalOf(confirm(daniel, [id]))).toEqual(refused);
    expect(await refusalOf(match([part]))).toEqual(refused);
    expect(
      await refusalOf(
        match([
          { ...part, commitment_id: commitmentOf(3), amount_pence: 1 },
          { ...part, amount_pence: 1 },
        ]),
      ),
    ).toEqual(refused);
    expect(await booked()).toBe(2_119_399 - 127_643);
    const { body } = await daniel("GET", `/api/deals/${dealId}/closing/members`);
    const [, own] = body.items as ClosingMember[];
    expect(own).toMatchObject({ number: 2, state: "called", open_pence: 127_643 });
    expect(Object.values(own?.can ?? {})).toEqual([false, false, false, false, false]);
  });

  it("Own money is not extended, released, borne, refunded or unmatched by its owner", async () => {
    now = new Date("2027-05-20T15:30:00Z");
    const everybody = round.map(([number]) => number);
    await upload(amara, fileOf(everybody));
    const reason = "Mine.";
    const own = `/api/commitments/${commitmentOf(1)}`;
    expect(await refusalOf(amara("POST", `${own}/extension`, { hours: 48, reason }))).toEqual(refused);
    expect(await refusalOf(amara("POST", `${own}/release`, { reason }))).toEqual(refused);
    expect(await refusalOf(amara("POST", `${own}/bear`, { reason }))).toEqual(refused);
    const refund = { commitment_id: commitmentOf(1), amount_pence: 1, reason };
    expect(await refusalOf(amara("POST", `/api/deals/${dealId}/refunds`, refund))).toEqual(refused);
    await confirm(
      daniel,
      (await openLines(daniel)).map(({ id }) => id),
    );
    const lines = (await amara("GET", `/api/deals/${dealId}/bank-lines?show=booked&limit=100`)).body
      .items as BankLine[];
    const mine = lines.find(({ amount_pence, payer }) => amount_pence === 166_484 && payer === "AMARA OKAFOR");
    expect(mine?.matches).toMatchObject([{ can: { unmatch: false } }]);
    const taking = { match_id: mine?.matches[0]?.id, reason };
    expect(await refusalOf(amara("POST", `/api/bank-lines/${mine?.id}/unmatch`, taking))).toEqual(refused);
    // The commitment of another member is any admin's to extend.
    expect(
      (await amara("POST", `/api/commitments/${commitmentOf(2)}/extension`, { hours: 1, reason })).body.reason,
    ).not.toBe("own_commitment");
  });

  it("Own money is refused by the database too, whatever it is told", async () => {
    now = new Date("2027-05-20T15:30:00Z");
    await upload(daniel, fileOf(round.map(([number]) => number)));
    const [line] = await openLines(daniel);
    const given = JSON.stringify([{ id: line?.id, kind: "receipt", commitment_id: commitmentOf(2), payment_id: null }]);
    const parts = JSON.stringify([{ kind: "receipt", commitment_id: commitmentOf(2), amount_pence: 127_643 }]);
    for (const command of [
      sql`select confirm_bank_lines(${dealId}, ${given}::jsonb)`,
      sql`select match_bank_line(${line?.id}, ${parts}::jsonb, 'Mine.')`,
      sql`select extend_commitment(${commitmentOf(2)}, 48, 'Mine.')`,
      sql`select release_commitment(${commitmentOf(2)}, 'Mine.')`,
      sql`select bear_for_commitment(${commitmentOf(2)}, 'Mine.')`,
      sql`select propose_payment(${dealId}, 'refund', ${commitmentOf(2)}, null, 1, null, 'Mine.')`,
    ])
      await expect(club.asActor({ userId: personOf(2).id, at: now }, (tx) => command.execute(tx))).rejects.toThrow(
        "own_commitment",
      );
    expect(await booked()).toBe(2_119_399 - 127_643);
  });

  it("Own money counts as such on another account of the same person", async () => {
    now = new Date("2027-05-20T15:30:00Z");
    const record = club.db.updateTable("investor_records").where("id", "=", personOf(3).record_id);
    await record.set({ bank_account_name: "Owen Pryce" }).execute();
    const person = await buildInvestor(club.db, { full_name: "Owen Pryce", is_admin: true });
    const other = await club.as(person);
    expect((await upload(other, fileOf([3, 4]))).body).toMatchObject({ booked: sum(1, 213_397), own: sum(1, 244_031) });
    await record.set({ bank_account_name: "Ben Lindqvist" }).execute();
    await takeAdminRole(club.db, person);
  });
});

describe("Lines that an import leaves for a look", () => {
  const mapping = {
    date: "When",
    payer: "Who",
    reference: "What",
    amount: "Sum",
    paid_in: null,
    paid_out: null,
    id: null,
    currency: null,
    state: null,
    fee: null,
    direction: null,
    date_order: "day_first",
  };
  const line = (number: number, rest = "") =>
    `18/05/2027,${round[number - 1]?.[1]},${referenceOf(number)},${(dueOf(number) / 100).toFixed(2)}${rest}`;

  it("Lines of columns that an admin named wait for a look, unless a balance agrees", async () => {
    const without = {
      name: "No balance",
      header: ["When", "Who", "What", "Sum"],
      mapping: { ...mapping, balance: null },
    };
    const saved = await amara("POST", "/api/bank-mappings", without);
    expect(saved.status).toBe(201);
    const named = await amara("POST", "/api/bank-mappings", { ...without, name: "starling" });
    expect([named.status, named.body.errors[0].path]).toEqual([422, "name"]);
    const plain = (await upload(amara, `When,Who,What,Sum\n${line(3)}\n`)).body;
    expect(plain).toMatchObject({ booked: nothing, to_book: sum(1, 244_031), to_look_at: nothing });
    const [open] = await openLines(amara);
    expect(open).toMatchObject({
      grade: "sure",
      can: { book: true, match: true },
      said: "No balance of its file shows that the columns are right: look at it, and book it",
    });
    expect((await confirm(amara, [open?.id])).body.confirmed).toBe(1);

    const withIt = {
      name: "A balance",
      header: ["When", "Who", "What", "Sum", "Left"],
      mapping: { ...mapping, balance: "Left" },
    };
    expect((await amara("POST", "/api/bank-mappings", withIt)).status).toBe(201);
    const balance = ((dueOf(3) + dueOf(4)) / 100).toFixed(2);
    const agreed = (await upload(amara, `When,Who,What,Sum,Left\n${line(4, `,${balance}`)}\n`)).body;
    expect(agreed).toMatchObject({ new_lines: 1, booked: sum(1, 213_397), to_book: nothing });
  });

  it("Lines that a person took back wait for a look", async () => {
    await upload(amara, fileOf([3]));
    const [before] = (await amara("GET", `/api/deals/${dealId}/bank-lines?show=booked`)).body.items as BankLine[];
    const taking = { match_id: before?.matches[0]?.id, reason: "Not his." };
    expect((await amara("POST", `/api/bank-lines/${before?.id}/unmatch`, taking)).status).toBe(200);
    expect((await upload(amara, fileOf([3, 4]))).body).toMatchObject({
      booked: sum(1, 213_397),
      to_book: sum(1, 244_031),
    });
    expect(await openLines(amara)).toMatchObject([{ said: "Its booking was taken back: look at it, and book it" }]);
  });

  it("An own payment says so where there is no other admin to book it", async () => {
    for (const person of [personOf(2), owen]) await takeAdminRole(club.db, person);
    await upload(amara, fileOf([1]));
    expect((await openLines(amara))[0]?.said).toBe(
      "Own payment of Amara Okafor: another admin books it, and there is none. Propose one under People → Admins",
    );
  });
});
