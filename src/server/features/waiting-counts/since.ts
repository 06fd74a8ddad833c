import { type Kysely, sql } from "kysely";
import type { NextAct } from "#shared/acts/acts.ts";
import type { DB } from "../../platform/db/database.generated.ts";

type Act = NonNullable<NextAct["act"]>;

/** What the next act of a deal waits for, or "others" where somebody else has to do something. */
type Waits = Act | "others";

export type Since = (dealId: string, act: NextAct["act"]) => Date | null;

/** Since when that very thing waits which is next in each deal; since the deal came into its state where nothing else is known. */
export async function readSince(db: Kysely<DB>, dealIds: readonly string[]): Promise<Since> {
  const { rows } = await sql<{ id: string; state_since: Date; since: Partial<Record<Waits, string | null>> }>`
    with standing as (
      select t.* from ledger_transactions t
       where t.deal_id = any(${dealIds}::uuid[]) and t.kind in ('wire', 'exit', 'payment_returned')
         and not exists (select from ledger_transactions r where r.reverses_id = t.id))
    select d.id, d.state_since, jsonb_build_object(
        'questions', (select min(q.asked_at) from deal_question_list q
                       where q.deal_id = d.id and q.answer is null and q.merged_into is null and q.declined_reason is null),
        'prepare', proposed.at,
        'freeze', greatest(d.state_since, (select max(t.created_at) from deal_terms t where t.deal_id = d.id)),
        'sign_offer', coalesce(offer.signed_at, (select max(v.created_at) from deal_versions v where v.deal_id = d.id)),
        'sign_closing', coalesce(closing.signed_at, left_at.at, allocated.created_at),
        'enter_account', coalesce(allocated.confirmed_at, allocated.created_at),
        'company_account', coalesce(asked.asked_at, allocated.created_at),
        'success_fee', allocated.created_at,
        'bank_file', coalesce(due.called_at, sent.returned_at, sent.approved_at, sold.confirmed_at),
        'lines', (select min(f.imported_at) from bank_line_list l join bank_files f on f.id = l.file_id
                   where l.deal_id = d.id and l.open_pence <> 0),
        'balance', (select max(f.imported_at) from bank_files f where f.deal_id = d.id and f.taken_back_at is null),
        'refund', (select min(o.at) from (select max(t.posted_at) as at
                                            from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
                                           where e.deal_id = d.id and e.account = '2200'
                                           group by e.commitment_id having sum(e.amount_pence) < 0) o),
        'approve', sent.proposed_at,
        'unknown', (select min(m.matched_at) from unidentified_lines(d.id) u join bank_matches m on m.bank_line_id = u.bank_line_id
                     where m.reversal_id is null),
        'late', (select min(c.grace_until) from commitments c
                  where c.deal_id = d.id and c.state in ('called', 'part_paid') and c.grace_until < app_now()),
        'freed', left_at.at,
        'papers', coalesce(case when d.state <> 'closing' then d.state_since end, wired.at),
        'day', coalesce((select max(p.created_at) from papers p where p.deal_id = d.id and p.removed_at is null), wired.at),
        'certificates', (select min(p.created_at) from papers p
                          where p.deal_id = d.id and p.kind = 'relief_certificate' and p.commitment_id is null and p.removed_at is null),
        'invoice', (select i.invoiced_on::timestamp at time zone 'Europe/London' from success_fee_invoices i where i.deal_id = d.id),
        'exit', coalesce(sent.exit_proposed_at, sold.arrived_at, sold.confirmed_at),
        'others', coalesce(proposed.at, sent.exit_proposed_at, sent.proposed_at, closing.signed_at, offer.signed_at,
                           case when d.state = 'closing' then coalesce(due.called_at, allocated.confirmed_at) end)) as since
      from deals d
      left join lateral (select p.expires_at - interval '14 days' as at from cancelling_proposals p where p.deal_id = d.id) cancelling on true
      cross join lateral (select coalesce(cancelling.at, (select a.announced_at from closing_proposals p
                                                            join closing_announcements a on a.id = p.id where p.deal_id = d.id)) as at) proposed
      left join lateral (select a.created_at, a.confirmed_at from allocation_list a where a.deal_id = d.id) allocated on true
      left join lateral (select r.asked_at from company_account_requests r
                          where r.deal_id = d.id and r.used_at is null and r.ended_at is null) asked on true
      cross join lateral (select max(c.state_since) as at from commitments c
                           where c.deal_id = d.id and not is_live_commitment(c.state) and c.state_since > allocated.confirmed_at) left_at
      cross join lateral (select min(c.called_at) as called_at from commitments c
                           where c.deal_id = d.id and c.state in ('called', 'part_paid') and d.state = 'closing') due
      cross join lateral (select max(t.posted_at) as at from standing t where t.deal_id = d.id and t.kind = 'wire') wired
      cross join lateral (
        select min(o.approved_at) filter (where o.state = 'approved') as approved_at,
               min(o.proposed_at) filter (where o.state = 'proposed') as proposed_at,
               min(o.proposed_at) filter (where o.state = 'proposed' and o.exit_id is not null) as exit_proposed_at,
               (select min(t.posted_at) from standing t join outgoing_payments p on p.id = t.payment_id
                 where t.deal_id = d.id and t.kind = 'payment_returned' and p.state = 'approved') as returned_at
          from outgoing_payments o where o.deal_id = d.id) sent
      left join lateral (
        select e.confirmed_at,
               (select max(t.posted_at) from standing t where t.deal_id = d.id and t.exit_id = e.id and t.kind = 'exit') as arrived_at
          from exit_deals x join exits e on e.id = x.exit_id and e.state = 'confirmed'
         where x.deal_id = d.id
           and x.gross_pence > (select coalesce(sum(o.amount_pence), 0) from outgoing_payments o
                                 where o.exit_id = x.exit_id and o.deal_id = d.id and o.state = 'paid')
         order by e.happened_on, e.id limit 1) sold on true
      left join lateral (select min(s.signed_at) as signed_at from acts a join act_signatures s on s.act_id = a.id
                          where a.deal_id = d.id and a.kind = 'offer' and a.state in ('prepared', 'waiting', 'signed')) offer on true
      left join lateral (select min(s.signed_at) as signed_at from acts a join act_signatures s on s.act_id = a.id
                          where a.deal_id = d.id and a.kind = 'closing' and a.state in ('prepared', 'waiting', 'signed')) closing on true
     where d.id = any(${dealIds}::uuid[])`.execute(db);
  const deals = new Map(rows.map((row) => [row.id, row]));
  return (dealId, act) => {
    const deal = deals.get(dealId);
    const since = deal?.since[act ?? "others"];
    return since ? new Date(since) : (deal?.state_since ?? null);
  };
}
