import type { Client } from "pg";
import type { DatabaseAddress } from "#server/platform/db/database-address.ts";
import { connectTo } from "../../support/database.ts";
import type { MoneyLedger } from "./admins-at-work.ts";
import { auditCompletion, nothingAmissWithCompletion } from "./audit-completion.ts";
import type { BankLine } from "./bank.ts";

export const nothingAmissWithMoney = {
  unbalanced: [],
  sum: 0,
  difference: 0,
  notEmpty: [],
  notCalledOnce: [],
  wrongState: [],
  notBookedOnce: [],
  otherThanBank: [],
  notPaidOnce: [],
  lost: [],
  untraced: [],
  unexpected: [],
  ...nothingAmissWithCompletion,
};

const statements = {
  unbalanced: `select transaction_id as id from ledger_entries where deal_id = $1
                group by transaction_id having sum(amount_pence) <> 0 or count(*) < 2`,
  /** Everything that was called and paid has gone where it belongs. */
  notEmpty: `select account || coalesce(' ' || commitment_id, '') as id from ledger_entries where deal_id = $1
              group by account, commitment_id having account <> '2100' and sum(amount_pence) <> 0
             union all
             select account from ledger_entries where deal_id = $1 group by account having sum(amount_pence) <> 0`,
  notCalledOnce: `select c.id from commitments c
                   where c.deal_id = $1 and (
                     (select count(*) from ledger_transactions t where t.commitment_id = c.id and t.kind = 'call') <> 1
                     or (select count(*) from commitment_events e where e.commitment_id = c.id and e.kind = 'called' and e.details ? 'number') <> 1
                     or c.due_pence <> (select sum(e.amount_pence) from ledger_transactions t
                                          join ledger_entries e on e.transaction_id = t.id and e.account = '1100'
                                         where t.commitment_id = c.id and t.kind = 'call'))
                  union all select id from funds_calls where deal_id = $1 and number > 1`,
  wrongState: `select c.id from commitments c
                where c.deal_id = $1
                  and c.state <> case when ledger_balance(c.deal_id, '1100', c.id) = 0 then 'completed'
                                      when ledger_balance(c.deal_id, '1100', c.id) < c.due_pence then 'part_paid' else 'called' end`,
  /** By what is matched, and by the cash that the ledger has for it. */
  notBookedOnce: `select l.id from bank_lines l
                   where l.deal_id = $1
                     and (l.amount_pence is distinct from (select sum(m.amount_pence) from bank_matches m
                                                            where m.bank_line_id = l.id and m.reversal_id is null)
                          or l.amount_pence is distinct from (
                            select sum(e.amount_pence) from ledger_transactions t
                              join ledger_entries e on e.transaction_id = t.id and e.account = '1000'
                             where t.bank_line_id = l.id))`,
  notPaidOnce: `select o.id from outgoing_payments o
                 where o.deal_id = $1
                   and (o.state <> 'paid' or o.approved_by = o.proposed_by
                        or 1 <> (select count(*) from ledger_transactions t
                                  where t.payment_id = o.id and t.kind <> 'reversal'
                                    and not exists (select from ledger_transactions r where r.reverses_id = t.id)))`,
  /** A row of the audit for each, and no other. */
  untraced: `select kind as id from (
               select 'funds_called' as kind, count(*) from funds_calls where deal_id = $1
               union all select 'bank_file_imported', count(*) from bank_files where deal_id = $1
               union all select 'payment_proposed', count(*) from outgoing_payments where deal_id = $1 and proposed_by is not null
               union all select 'payment_approved', count(*) from outgoing_payments where deal_id = $1 and approved_at is not null
               union all select 'bank_line_unmatched', count(*) from bank_matches where deal_id = $1 and reversal_id is not null
               union all select 'bank_line_matched', count(*) from bank_matches where deal_id = $1 and reason is not null
               union all select 'paper_filed', count(*) from papers where deal_id = $1 and author_id is not null
               union all select 'balance_reported', count(*) from balance_sightings where deal_id = $1
               union all select 'success_fee_decided', count(*) from success_fee_decisions where deal_id = $1
               union all select 'deal_completion_proposed', count(*) from deal_completions where deal_id = $1
               union all select 'deal_completed', count(*) from deal_completions where deal_id = $1 and confirmed_at is not null
             ) done
             where done.count <> (select count(*) from audit_events a where a.subject_id = $1 and a.kind = done.kind)
             union all
             select 'bank_lines_confirmed' where (select count(*) from bank_matches where deal_id = $1 and reason is null)
               <> (select coalesce(sum((a.details ->> 'lines')::int), 0) from audit_events a
                    where a.subject_id = $1 and a.kind = 'bank_lines_confirmed')`,
};

/** Audits a round that is at its end. */
export async function auditMoney(
  address: DatabaseAddress,
  dealId: string,
  { ledger, bank }: { ledger: MoneyLedger; bank: readonly BankLine[] },
) {
  const database = await connectTo(address);
  const idsOf = async (statement: string) =>
    (await database.query<{ id: string }>(statement, [dealId])).rows.map(({ id }) => id);
  const { rows: sums } = await database.query(
    `select (select coalesce(sum(amount_pence), 0)::int from ledger_entries) as sum, ledger_difference($1)::int as difference`,
    [dealId],
  );
  const found: Record<string, string[]> = {};
  for (const [name, statement] of Object.entries(statements)) found[name] = await idsOf(statement);
  const lines = await idsOf(
    `select concat_ws(' ', booked_on::text, payer, reference, amount_pence) as id from bank_lines where deal_id = $1`,
  );
  const said = bank.map(({ day, payer, reference, pence }) => `${day} ${payer} ${reference} ${pence}`);
  const lost = await listLost(database, dealId, ledger);
  const completion = await auditCompletion(database, dealId, ledger.completion);
  await database.end();
  return {
    ...found,
    ...completion,
    ...sums[0],
    otherThanBank: JSON.stringify(lines.toSorted()) === JSON.stringify(said.toSorted()) ? [] : [...lines, "—", ...said],
    lost,
    unexpected: ledger.unexpected,
  };
}

async function listLost(database: Client, dealId: string, ledger: MoneyLedger): Promise<string[]> {
  const setOf = async (statement: string) =>
    new Set((await database.query<{ id: string }>(statement, [dealId])).rows.map(({ id }) => id));
  const missing = (what: string, acknowledged: readonly string[], there: ReadonlySet<string>) =>
    acknowledged.filter((id) => !there.has(id)).map((id) => `${what} ${id}`);
  const { rows: confirmed } = await database.query<{ line: string; admin: string; times: number }>(
    `select bank_line_id as line, matched_by as admin, count(*)::int as times from bank_matches
      where deal_id = $1 and reason is null group by bank_line_id, matched_by`,
    [dealId],
  );
  const timesOf = (admin: string, line?: string) =>
    confirmed
      .filter((one) => one.admin === admin && (!line || one.line === line))
      .reduce((sum, { times }) => sum + times, 0);
  const acknowledgedTimes = (one: { admin: string; line: string }) =>
    ledger.confirmed.filter(({ admin, line }) => admin === one.admin && line === one.line).length;
  return [
    ...missing(
      "file",
      ledger.files.map(({ id, new_lines }) => `${id} ${new_lines}`),
      await setOf(
        `select f.id || ' ' || (select count(*) from bank_lines l where l.file_id = f.id) as id from bank_files f where f.deal_id = $1`,
      ),
    ),
    ...missing("match", ledger.matched, await setOf("select id from bank_matches where deal_id = $1")),
    ...missing(
      "reversal of",
      ledger.unmatched,
      await setOf("select id from bank_matches where deal_id = $1 and reversal_id is not null"),
    ),
    ...missing("payment", ledger.proposed, await setOf("select id from outgoing_payments where deal_id = $1")),
    ...missing(
      "approval",
      ledger.approved.map(({ admin, payment }) => `${payment} by ${admin}`),
      await setOf("select id || ' by ' || approved_by as id from outgoing_payments where deal_id = $1"),
    ),
    ...ledger.confirmed
      .filter((one) => timesOf(one.admin, one.line) < acknowledgedTimes(one))
      .map(({ line }) => `confirmation of ${line}`),
    ...[...ledger.confirmedBy]
      .filter(([admin, count]) => timesOf(admin) < count)
      .map(([admin, count]) => `of ${count} confirmations by ${admin}, ${count - timesOf(admin)}`),
  ];
}
