import { type Insertable, type Kysely, sql } from "kysely";
import { shareCosts } from "#shared/commitments/share-costs.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import type { Commitments, DB, DealTerms } from "../platform/db/database.generated.ts";
import { buildDeal } from "./build-deal.ts";

const feeBp = { trial: 1250, premium: 400, vip: 0 } as const;

const youngCompanyRisks = [
  "Few customers bring most of the revenue, and each of them could leave.",
  "The money of this round lasts about eighteen months. The company then has to raise more, or stop.",
  "The founders are needed: none of them could be replaced within a year.",
  "A larger company could offer the same for less.",
  "Nobody may want to buy the shares for many years.",
];

interface Given {
  company?: Partial<Omit<DealContent["company"], "logo">>;
  /** One that is there already, in place of a new one. */
  company_id?: string;
  name?: string;
  terms: Partial<Omit<Insertable<DealTerms>, "deal_id">> & { price: string; scheme: "SEIS" | "EIS" | "none" };
  /** Three characters of its references. */
  code: string;
  called_on: string;
  wired_on: string;
  issued_on: string;
  members: readonly {
    record_id: string;
    tier: keyof typeof feeBp;
    shares: number;
    paid_on: string;
    first_pence?: number;
  }[];
  proposed_by?: string;
  confirmed_by?: string;
}

/** A round that was paid, completed and whose shares are held, with every line of the bank booked. */
export async function buildHeldRound(db: Kysely<DB>, given: Given) {
  const { terms, code, called_on, wired_on, issued_on, company = {} } = given;
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);
  const { proposed_by: author_id = null, confirmed_by: approved_by = null } = given;
  const before = (days: number) => new Date(noon(called_on).getTime() - days * 24 * 60 * 60 * 1000);
  const times = { opens_at: before(15), priority_until: before(12), closes_at: before(1) };
  const deal = await buildDeal(db, {
    company,
    state: "completed",
    at: noon(issued_on),
    author_id,
    approved_by,
    ...(author_id !== null && { owner_id: author_id }),
    terms: { ...times, ...terms },
    risks: youngCompanyRisks,
    enquired_on: before(60).toISOString().slice(0, 10),
    moved: { approved: before(16), released: times.opens_at, closing: times.closes_at },
    ...(given.name !== undefined && { name: given.name }),
  });
  const company_id = given.company_id ?? deal.company_id;
  if (given.company_id) {
    await db.updateTable("deals").set({ company_id }).where("id", "=", deal.id).execute();
    await db.deleteFrom("companies").where("id", "=", deal.company_id).execute();
  }
  const bank = await createBank(db, deal.id);
  const lots = given.members.map(({ tier, shares, ...member }) => {
    const { costPence, feePence } = shareCosts({ price: terms.price, shares, feeBp: feeBp[tier] });
    return { ...member, tier, shares, cost_pence: costPence, fee_pence: feePence };
  });
  const held: ((typeof lots)[number] & { commitment_id: string })[] = [];
  for (const [index, lot] of lots.entries()) {
    const { record_id, tier, shares, cost_pence, fee_pence, paid_on, first_pence = 0 } = lot;
    const { id } = await buildCommitment(db, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id,
      number: index + 1,
      price: terms.price,
      tier,
      fee_bp: feeBp[tier],
      shares,
      least_shares: 1,
      placed_at: noon(called_on),
      state: "completed" as const,
      allocated_shares: shares,
      cost_pence,
      fee_pence,
      called_at: noon(called_on),
      due_at: noon(paid_on),
      grace_until: noon(wired_on),
      reference: paymentReference(code, `222${index + 2}`),
      state_since: noon(issued_on),
    });
    await bank.post("call", called_on, id, [
      ["1100", id, cost_pence + fee_pence],
      ["2000", id, -cost_pence],
      ["2100", null, -fee_pence],
    ]);
    const paid = cost_pence + fee_pence;
    for (const part of [first_pence, paid - first_pence])
      if (part > 0) await bank.move("receipt", paid_on, id, part, [["1100", id, -part]]);
    held.push({ ...lot, commitment_id: id });
  }
  const sum = (key: "cost_pence" | "fee_pence") => held.reduce((total, lot) => total + lot[key], 0);
  await bank.move(
    ...(["wire", wired_on, null, -sum("cost_pence")] as const),
    held.map(({ commitment_id, cost_pence }) => ["2000", commitment_id, cost_pence]),
  );
  if (sum("fee_pence") > 0)
    await bank.move("fee", issued_on, null, -sum("fee_pence"), [["2100", null, sum("fee_pence")]]);
  await sql`insert into deal_completions (deal_id, proposed_at, proposed_by, issued_on, confirmed_at, confirmed_by, ledger_number,
                                          ledger_sha256)
    select ${deal.id}, ${noon(issued_on)}, ${author_id}, ${issued_on}, ${noon(issued_on)}, ${approved_by}, t.until,
           encode(sha256(convert_to(ledger_text(${deal.id}, t.until), 'UTF8')), 'hex')
      from (select max(number) as until from ledger_transactions where deal_id = ${deal.id}) t`.execute(db);
  const holdings = await db
    .insertInto("holdings")
    .values(
      held.map(({ record_id, commitment_id, shares, cost_pence, fee_pence }, index) => ({
        deal_id: deal.id,
        company_id,
        commitment_id,
        record_id,
        shares,
        price: terms.price,
        cost_pence,
        fee_pence,
        share_class: terms.share_class ?? deal.content.terms.share_class,
        issued_on,
        scheme: terms.scheme === "none" ? null : terms.scheme,
        certificate_number: `${code}-${String(index + 1).padStart(3, "0")}`,
      })),
    )
    .returning(["id", "record_id", "commitment_id", "cost_pence"])
    .execute();
  return { ...deal, company_id, holdings };
}

type Entry = [account: string, commitmentId: string | null, pence: number];

/** Of a deal, with the ledger that follows its lines. Past every rule, as the other builders. */
export async function createBank(db: Kysely<DB>, deal_id: string) {
  const { id: file_id } = await db
    .insertInto("bank_files")
    .values({
      deal_id,
      name: "a.csv",
      format: "starling",
      sha256: "a".repeat(64),
      lines: 14,
      new_lines: 14,
      imported_by: (query) => query.selectFrom("deals").select("owner_id").where("id", "=", deal_id),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  let lines = 0;
  const book = async (
    kind: string,
    day: string,
    id: string | null,
    entries: readonly Entry[],
    lineId: string | null,
  ) => {
    const json = JSON.stringify(
      entries.map(([account, commitment_id, amount_pence]) => ({ account, commitment_id, amount_pence })),
    );
    const { rows } = await sql<{ id: string }>`
      select post_ledger(${deal_id}, ${kind}, ${day}, ${json}::jsonb, ${id}, ${lineId}) as id`.execute(db);
    return rows[0]?.id ?? "";
  };
  return {
    post: (kind: string, day: string, id: string | null, entries: readonly Entry[]) =>
      book(kind, day, id, entries, null),
    /** Through the bank. */
    async move(kind: string, day: string, id: string | null, amount_pence: number, entries: readonly Entry[]) {
      lines += 1;
      const { id: bank_line_id } = await db
        .insertInto("bank_lines")
        .values({
          deal_id,
          file_id,
          line_number: lines + 1,
          booked_on: day,
          amount_pence,
          reference: "B",
          line_key: String(lines),
          // Accounts with a payer in common look like one person's.
          payer: sql<string>`coalesce((select upper(signed_as) from commitments where id = ${id}), 'A')`,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const transaction_id = await book(kind, day, id, [["1000", null, amount_pence], ...entries], bank_line_id);
      await db.insertInto("bank_matches").values({ deal_id, bank_line_id, transaction_id, amount_pence }).execute();
    },
  };
}

type CommitmentGiven = Partial<Insertable<Commitments>> & {
  deal_id: string;
  terms_id: string;
  record_id: string;
  /** Pounds, of the terms. */
  price?: string;
};

/** £12,000 at £1.20 on Trial, unless said otherwise. Past every rule, as the other builders; only its place is known of it. */
export async function buildCommitment(db: Kysely<DB>, { price = "1.20", ...given }: CommitmentGiven) {
  const { fee_bp = 1250, shares = 10_000, placed_at = new Date(Date.now() - 60 * 60 * 1000) } = given;
  const { costPence } = shareCosts({ price, shares: Number(shares), feeBp: fee_bp });
  const commitment = await db
    .insertInto("commitments")
    .values({
      number: sql<number>`1 + (select count(*) from commitments where deal_id = ${given.deal_id})`,
      tier: "trial" as const,
      fee_bp,
      band: "general" as const,
      placed_at,
      amount_pence: costPence,
      ceiling_pence: costPence,
      shares,
      least_shares: 417,
      wants_relief: true,
      signed_as: sql<string>`(select legal_name from investor_records where id = ${given.record_id})`,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto("commitment_events")
    .values({
      commitment_id: commitment.id,
      kind: "placed",
      happened_at: placed_at,
      terms_id: given.terms_id,
      shares,
      ceiling_pence: commitment.ceiling_pence,
    })
    .execute();
  return commitment;
}
