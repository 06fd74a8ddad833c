import { sql } from "kysely";
import type { Database } from "#server/platform/db/connect.ts";
import { buildDeal } from "#server/sample/build-deal.ts";

const day = 24 * 60 * 60 * 1000;

/** A round at £0.8349 that closed for commitments three days ago, asked for about one and a half times. */
export async function buildManyCommitments(db: Database, count: number) {
  const deal = await buildDeal(db, {
    at: new Date(Date.now() - 10 * day),
    terms: {
      price: "0.8349",
      club_minimum_pence: 1_000_000_00,
      club_maximum_pence: 10_000_000_00,
      round_total_pence: 12_000_000_00,
      minimum_commitment_pence: 500_00,
    },
  });
  await sql`
    with people as (
      insert into auth.users (email, name, email_verified)
      select 'investor-' || n || '@members.example', 'Investor ' || n, true from generate_series(1, ${count}::int) n
      returning id, substring(email from '[0-9]+')::int as n),
    records as (
      insert into investor_records (user_id, legal_name) select id, 'Investor ' || n from people returning id, user_id)
    insert into commitments (deal_id, record_id, number, terms_id, tier, fee_bp, band, placed_at, amount_pence, ceiling_pence,
                             shares, least_shares, wants_relief, signed_as)
    select ${deal.id}, r.id, p.n, ${deal.terms_id}, t.tier, t.fee_bp, t.band,
           now() - interval '9 days' + (p.n * 7919 % ${count}::int) * interval '1 minute', 150000, 150000,
           700 + p.n * 7919 % 2200, 599, true, 'Investor ' || p.n
      from people p
      join records r on r.user_id = p.id
      join (values (0, 'trial', 1250, 'general'), (1, 'premium', 400, 'general'), (2, 'vip', 0, 'priority'))
             as t (part, tier, fee_bp, band) on t.part = p.n % 3`.execute(db);
  await sql`analyze commitments, investor_records, auth.users`.execute(db);
  return deal;
}

/** A receipt of £1,395 from each commitment of the deal, in the order of their numbers. */
export async function buildReceiptOfEach(db: Database, dealId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into ledger_transactions (deal_id, number, booked_on, kind, commitment_id)
      select deal_id, row_number() over (order by number), current_date - 1, 'receipt', id from commitments where deal_id = ${dealId}`.execute(
      tx,
    );
    await sql`
      insert into ledger_entries (transaction_id, deal_id, account, commitment_id, amount_pence)
      select t.id, t.deal_id, e.account, case when e.account = '1100' then t.commitment_id end, e.pence
        from ledger_transactions t, (values ('1000', 139500), ('1100', -139500)) e (account, pence)
       where t.deal_id = ${dealId}`.execute(tx);
  });
}
