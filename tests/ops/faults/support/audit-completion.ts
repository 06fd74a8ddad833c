import type { Client } from "pg";
import type { CompletionLedger } from "./complete-deals.ts";

export const nothingAmissWithCompletion = {
  notCompletedOnce: [],
  notHeldOnce: [],
  notInvoicedOnce: [],
  notFiledOnce: [],
  notToldOnce: [],
  lostOfCompletion: [],
};

const statements = {
  notCompletedOnce: `select d.state as id from deals d
                      where d.id = $1 and (
                        d.state <> 'completed'
                        or 1 <> (select count(*) from deal_moves m where m.deal_id = d.id and m.to_state = 'completed')
                        or 1 <> (select count(*) from deal_completions c
                                  where c.deal_id = d.id and c.confirmed_at is not null
                                    and c.ledger_sha256 = encode(sha256(convert_to(ledger_text(d.id, c.ledger_number), 'UTF8')), 'hex')))`,
  /** All of them, as they were given out and paid. */
  notHeldOnce: `select coalesce(c.id, h.commitment_id) as id
                  from (select * from commitments where deal_id = $1) c
                  full join (select * from holdings where deal_id = $1) h on h.commitment_id = c.id
                 where (h.record_id, h.shares, h.cost_pence, h.fee_pence)
                         is distinct from (c.record_id, c.allocated_shares, c.cost_pence, c.fee_pence)
                    or c.state <> 'completed'
                    or 1 <> (select count(*) from commitment_events e where e.commitment_id = c.id and e.kind = 'completed')`,
  notInvoicedOnce: `select i.number as id from success_fee_invoices i
                     where i.deal_id = $1
                       and i.raised_pence is distinct from (select sum(h.cost_pence) from holdings h where h.deal_id = $1)
                    union all select count(*) from success_fee_invoices where deal_id = $1 having count(*) <> 1
                    union all select max(number) from success_fee_invoices having max(number) <> count(*)`,
  /** One of the deal of each kind, and of each holding a certificate and what was signed, drawn once. */
  notFiledOnce: `select wanted.kind || ' ' || wanted.commitment_id as id
                   from (select k.kind, null::uuid as commitment_id, false as is_drawn
                           from unnest('{subscription_agreement,board_minutes,nominee_agreement,share_schedule}'::text[]) k (kind)
                         union all
                         select k.kind, null, true from unnest('{ledger,success_fee_invoice}'::text[]) k (kind)
                         union all
                         select k.kind, h.commitment_id, true
                           from holdings h, unnest('{beneficial_certificate,signed_commitment}'::text[]) k (kind)
                          where h.deal_id = $1) wanted
                  where 1 <> (select count(*) from papers p
                               where p.deal_id = $1 and p.kind = wanted.kind and (p.removed_at is null or wanted.is_drawn)
                                 and p.commitment_id is not distinct from wanted.commitment_id)`,
  notToldOnce: `select h.commitment_id as id from holdings h join investor_records r on r.id = h.record_id
                 where h.deal_id = $1
                   and (1 <> (select count(*) from notices n
                               where n.user_id = r.user_id and n.kind = 'shares_issued' and n.subject_id = h.commitment_id)
                        or 1 <> (select count(*) from pgboss.job j
                                  where j.data ->> 'template' = 'shares-issued' and j.data ->> 'commitment_id' = h.commitment_id::text))`,
};

/** @returns by name what is not as it has to be. */
export async function auditCompletion(database: Client, dealId: string, ledger: CompletionLedger) {
  const idsOf = async (statement: string) =>
    (await database.query<{ id: string }>(statement, [dealId])).rows.map(({ id }) => String(id));
  const found: Record<string, string[]> = {};
  for (const [name, statement] of Object.entries(statements)) found[name] = await idsOf(statement);
  const missing = async (what: string, acknowledged: readonly string[], statement: string) => {
    const there = await idsOf(statement);
    return acknowledged.filter((id) => !there.includes(id)).map((id) => `${what} ${id}`);
  };
  const decided = await idsOf("select decided_by as id from success_fee_decisions where deal_id = $1");
  const times = (admins: readonly string[], admin: string) => admins.filter((one) => one === admin).length;
  return {
    ...found,
    lostOfCompletion: [
      ...ledger.decided.filter((admin) => times(decided, admin) < times(ledger.decided, admin)),
      ...(await missing(
        "paper",
        ledger.filed,
        "select f.sha256 as id from papers p join files f on f.id = p.file_id where p.deal_id = $1",
      )),
      ...(await missing("proposal", ledger.proposed, "select id from deal_completions where deal_id = $1")),
    ],
  };
}
