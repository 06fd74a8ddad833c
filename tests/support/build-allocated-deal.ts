import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";

export interface AllocatedMember {
  name: string;
  tier: "trial" | "premium" | "vip";
  fee_bp: number;
  wish: number;
  shares: number;
  cost_pence: number;
  fee_pence: number;
}

const member = (
  name: string,
  tier: AllocatedMember["tier"],
  [wish, shares, cost_pence, fee_pence]: [number, number, number, number],
): AllocatedMember => {
  const fee_bp = { trial: 1250, premium: 400, vip: 0 }[tier];
  return { name, tier, fee_bp, wish, shares, cost_pence, fee_pence };
};

/** 80,645 shares at £1.24 among eleven members: £99,999.80 and £3,551.72 of fees. */
export const elevenMembers = [
  member("Amara Okafor", "vip", [16_129, 15_326, 1_900_424, 0]),
  member("Ben Lindqvist", "vip", [12_096, 11_499, 1_425_876, 0]),
  member("Chloe Martin", "vip", [9677, 9204, 1_141_296, 0]),
  member("Dev Shah", "vip", [8064, 5753, 713_372, 0]),
  member("Esther Brown", "premium", [14_516, 10_258, 1_271_992, 50_880]),
  member("Farid Haddad", "premium", [11_290, 8006, 992_744, 39_710]),
  member("Hugh Price", "premium", [7258, 5190, 643_560, 25_742]),
  member("Isla Reid", "trial", [6451, 4626, 573_624, 71_703]),
  member("Jonas Weber", "trial", [9677, 6879, 852_996, 106_625]),
  member("Keira Doyle", "trial", [404, 404, 50_096, 6262]),
  member("Liam Carter", "trial", [4838, 3500, 434_000, 54_250]),
];

/** A deal whose allocation is final, before funds are called. */
export async function buildAllocatedDeal(
  db: Kysely<DB>,
  {
    members = elevenMembers,
    at = new Date("2027-01-11T10:00:00Z"),
    price = "1.24",
  }: { members?: readonly AllocatedMember[]; at?: Date; price?: string } = {},
) {
  const deal = await buildDeal(db, { state: "closing", at, terms: { price } });
  const people = [];
  const commitments = [];
  for (const [index, { name, tier, fee_bp, wish, shares, cost_pence, fee_pence }] of members.entries()) {
    const person = await buildInvestor(db, {
      full_name: name,
      signed_at: new Date(at.getTime() - 24 * 60 * 60 * 1000),
    });
    people.push(person);
    commitments.push(
      await buildCommitment(db, {
        deal_id: deal.id,
        terms_id: deal.terms_id,
        record_id: person.record_id,
        number: index + 1,
        price,
        tier,
        fee_bp,
        shares: wish,
        least_shares: 404,
        placed_at: at,
        state: "allocated",
        allocated_shares: shares,
        cost_pence,
        fee_pence,
      }),
    );
  }
  await db
    .insertInto("allocations")
    .values({
      deal_id: deal.id,
      terms_id: deal.terms_id,
      number: 1,
      method: "pro_rata",
      capacity_shares: 80_645,
      minimum_shares: 404,
      priority_share_percent: 40,
      asked_shares: 100_400,
      input_sha256: "a".repeat(64),
      state: "final",
      confirmed_at: at,
    })
    .execute();
  return { ...deal, people, commitments };
}

/** An account that another admin has confirmed, unless null is given. */
export async function buildCollectionAccount(
  db: Kysely<DB>,
  deal_id: string,
  confirmed_at: Date | null,
  entered_by: string | null = null,
) {
  const call_back_note = confirmed_at && "Called back at the number of the contract.";
  // Deals of earlier cases leave the account to this one.
  await sql`
    update collection_accounts set account_number = lpad(right(('x' || right(id::text, 7))::bit(28)::int::text, 8), 8, '9')
     where account_number = '00001234' and deal_id <> ${deal_id}`.execute(db);
  await db
    .insertInto("collection_accounts")
    .values({
      deal_id,
      account_name: "Sample Nominee Services, clients",
      sort_code: "00-00-00",
      account_number: "00001234",
      bank: "Sample Bank",
      partner: "Sample Nominee Services",
      entered_at: confirmed_at ?? new Date(),
      entered_by,
      confirmed_at,
      call_back_note,
    })
    .execute();
}

/** That the round is paid to. */
export async function buildCompanyAccount(
  db: Kysely<DB>,
  deal_id: string,
  confirmed_at: Date | null,
  entered_by: string | null = null,
) {
  const call_back_note = confirmed_at && "Called back at the number of the company’s letterhead.";
  await db
    .insertInto("company_accounts")
    .values({
      deal_id,
      account_name: "Alder Analytics Ltd",
      sort_code: "10-20-30",
      account_number: "00004321",
      bank: "A Bank",
      entered_at: confirmed_at ?? new Date(),
      entered_by,
      confirmed_at,
      call_back_note,
    })
    .execute();
}

interface BankLine {
  deal_id: string;
  amount_pence: number;
  payer?: string;
  booked_on: string;
  reference?: string;
}

/** A line of the bank's list, which was read at that moment; nothing is booked of it. */
export async function buildBankLine(db: Kysely<DB>, line: BankLine, imported_at: Date): Promise<string> {
  const key = crypto.randomUUID();
  const { deal_id } = line;
  const { id: file_id } = await db
    .insertInto("bank_files")
    .values({
      deal_id,
      imported_at,
      name: "list.csv",
      format: "starling",
      lines: 1,
      new_lines: 1,
      sha256: key.replaceAll("-", "").repeat(2),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("bank_lines")
    .values({ file_id, line_number: 2, payer: `Payer ${key}`, reference: "", line_key: key, ...line })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Money that the bank's list has and that is booked: what is open of the member, the rest to be sent back. */
export async function bookReceipt(
  db: Kysely<DB>,
  { id, deal_id }: { id: string; deal_id: string },
  amount_pence: number,
  { booked_on, at }: { booked_on: string; at: Date },
): Promise<void> {
  const line = await buildBankLine(db, { deal_id, amount_pence, booked_on }, at);
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('app.now', ${at.toISOString()}, true)`.execute(tx);
    const { rows } = await sql<{ open: number }>`select ledger_balance(${deal_id}, '1100', ${id}) as open`.execute(tx);
    const applied = Math.min(Math.max(rows[0]?.open ?? 0, 0), amount_pence);
    const entries = JSON.stringify([
      { account: "1000", amount_pence },
      { account: "1100", commitment_id: id, amount_pence: -applied },
      { account: "2200", commitment_id: id, amount_pence: applied - amount_pence },
    ]);
    const posted = await sql<{ id: string }>`
      select post_ledger(${deal_id}, 'receipt', ${booked_on}, ${entries}::jsonb, ${id}, ${line}) as id`.execute(tx);
    await tx
      .insertInto("bank_matches")
      .values({ deal_id, bank_line_id: line, transaction_id: posted.rows[0]?.id ?? "", amount_pence })
      .execute();
    await sql`select settle_commitment(${id})`.execute(tx);
  });
}
