import { type Kysely, sql } from "kysely";
import type { Act } from "#shared/acts/acts.ts";
import type { Arranger } from "#shared/acts/panel-words.ts";
import { type DealState, type dealSchemes, endedStates } from "#shared/deals/deal-messages.ts";
import type { CompletionItem } from "#shared/funds/funds-completion-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import {
  gradeOpenLines,
  hasOtherAdmin,
  isBookedByImport,
  needsNoLook,
  type OpenLine,
} from "../funds/bank-lines/line-queries.ts";

export interface Facts {
  state: DealState;
  company: string;
  opens_at: Date | null;
  closes_at: Date | null;
  released: boolean;
  enabled: boolean;
  people: number;
  asked_pence: number;
  /** The club's, of all together; 0 before there are terms. */
  minimum_pence: number;
  has_new_version: boolean;
  offer_obstacle: string | null;
  draft: boolean;
  is_stale: boolean;
  final_since: Date | null;
  has_uncalled: boolean;
  has_account: boolean;
  frozen_until: Date | null;
  obstacle: string | null;
  arrangers: Arranger[];
  /** That one admin proposed to cancel it. */
  cancelling_until: Date | null;
  cancelling_by: string | null;
  cancelling_reason: string | null;
  cancelling_refusal: string | null;
  lacks: string | null;
  /** Whom the company's account was asked of, and that has not come. */
  asked_name: string | null;
  asked_at: Date | null;
  asked_until: Date | null;
  due_at: Date | null;
  unpaid: number;
  called: number;
  balance_is_for_other: boolean;
  wire: string | null;
  wire_pence: number | null;
  fee_pence: number | null;
  issued_on: string | null;
  proposed_at: Date | null;
  papers: number;
  /** To be sent back, and not proposed yet. */
  unknown_pence: number;
  unknown_payers: string[];
  surplus_pence: number;
  back_proposed_pence: number;
  /** The reader can approve this sum. */
  back_approvable_pence: number;
  back_approved_pence: number;
  /** The bank sent these payments back, and they are owed again; those of exits are not among them. */
  returned: ReturnedPayment[];
  /** The bank's list differs from the ledger by this sum. */
  difference_pence: number;
  /** Members whose time of grace is over. */
  late: number;
  /** What is missing to the club's minimum, where shares are final and the company is not paid. */
  below_minimum_pence: number;
  /** That members asked for and nobody has, until the company is paid. */
  left_out_shares: number;
  /** So many of the left-out shares were not offered yet. */
  freed_shares: number;
  /** Until when shares are kept for members, each their part, and how many are. */
  kept_until: Date | null;
  kept_shares: number;
  has_newer_terms: boolean;
  /** Of members, not answered. */
  questions: number;
  /** Answers that the offer in force is without. */
  hidden_answers: number;
  /** Another end of commitments that one admin proposed. */
  proposed_end: Date | null;
  proposed_end_by: string | null;
  proposed_end_refusal: string | null;
  /** On account for the club once the company is paid, and not on its way. */
  fees_left_pence: number;
  /** What the completion waits for, once the company is paid. */
  unmet: CompletionItem[];
  open_certificates: number;
  /** Certificates for tax relief that came in and are nobody's yet. */
  unmatched_certificates: number;
  has_company_certificate: boolean;
  /** The success fee, while its invoice is young and no admin has said that it is sent. */
  invoiced_pence: number | null;
  has_page: boolean;
  /** The reader signs for no money before this time; null where more than time is missing, or nothing. */
  signs_from: Date | null;
  /** The reader has new passkeys alone until this time. */
  passkey_from: Date | null;
  scheme: (typeof dealSchemes)[number] | null;
}

export interface ReturnedPayment {
  payee: string;
  pence: number;
  day: string;
}

export interface OpenLines {
  /** Where all that is missing is at the bank, and waits for somebody else than its payer. */
  own: "mine" | "others" | null;
  /** Lines of the bank that the reader has to say something of. */
  unclear: number;
  /** Lines that are sure and were left to the reader, as they are the money of who brought the file. */
  to_book: number;
  /** Lines that wait for somebody else, as they are the reader's own money. */
  mine: OwnLines | null;
}

export interface OwnLines {
  /** So many of the lines pay what the reader owes. */
  paying: number;
  came_pence: number;
  left_pence: number;
  /** Who books them: a name where there is only one, null where there is nobody. */
  books: string | null;
}

export interface ActFacts {
  id: string;
  kind: "offer" | "closing";
  state: "prepared" | "waiting" | "signed";
  author: string;
  signed_first_at: Date | null;
  expires_at: Date | null;
  refusal: string | null;
  is_stale: boolean;
  is_stopped: boolean;
  answerers: string[];
  is_answerable: boolean;
  objections: Pick<Act["objections"][number], "withdrawn_at" | "answered_at">[];
  parts: Act["parts"];
  wire_refusal: string | null;
  fees_refusal: string | null;
  completion_refusal: string | null;
  shares_refusal: string | null;
  not_before: Date | null;
}

export async function readFacts(db: Kysely<DB>, dealId: string, isEnabled: boolean): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select d.state, company.name as company, t.opens_at, coalesce(ends.closes_at, t.closes_at) as closes_at, d.released_at is not null as released,
           ${isEnabled}::boolean as enabled, coalesce(asked_for.people, 0) as people, coalesce(asked_for.pence, 0) as asked_pence,
           coalesce(t.club_minimum_pence, 0) as minimum_pence,
           exists (select from deal_versions v where v.deal_id = d.id and v.approved_at is null
                      and v.number = (select max(x.number) from deal_versions x where x.deal_id = d.id)) as has_new_version,
           act_obstacle(d.id, 'offer') as offer_obstacle,
           coalesce(a.state = 'draft', false) as draft, coalesce(a.is_stale, false) as is_stale,
           case when a.state = 'final' then a.confirmed_at end as final_since,
           s.members_to_call > 0 as has_uncalled,
           account.id is not null as has_account, account.frozen_until,
           act_obstacle(d.id, 'closing') as obstacle, closing_lacks(d.id) as lacks, arrangers_without_part(d.id) as arrangers,
           cancelling.expires_at as cancelling_until, cancelling.proposed_by_name as cancelling_by, cancelling.reason as cancelling_reason,
           cancelling.refusal as cancelling_refusal,
           asked.name as asked_name, asked.asked_at, asked.expires_at as asked_until,
           s.due_at, (s.called_members - s.paid_members)::int as unpaid, s.called_members as called,
           balance_is_for_other(d.id),
           wire.state as wire, wire.amount_pence as wire_pence,
           (select o.amount_pence from outgoing_payments o where o.deal_id = d.id and o.kind = 'fee' and o.state = 'approved' limit 1) as fee_pence,
           proposal.issued_on, proposal.proposed_at,
           s.unidentified_pence - back.returned_pence as unknown_pence, s.refund_pence - back.refunded_pence as surplus_pence,
           array(select l.payer from unidentified_lines(d.id) u join bank_line_list l on l.id = u.bank_line_id
                  order by l.booked_on, l.line_number, l.id) as unknown_payers,
           back.proposed_pence as back_proposed_pence, back.approvable_pence as back_approvable_pence,
           back.approved_pence as back_approved_pence, s.difference_pence, m.late,
           (select coalesce(jsonb_agg(jsonb_build_object('payee', o.payee, 'pence', o.amount_pence, 'day', o.returned_on) order by o.returned_on, o.id), '[]')
              from outgoing_payment_list o where o.deal_id = d.id and o.exit_id is null and o.returned_on is not null) as returned,
           case when wire.state is null and a.state = 'final' then t.club_minimum_pence - m.cost_pence else 0 end
             as below_minimum_pence,
           coalesce(case when wire.state is null then wanted.shares end, 0)::bigint as left_out_shares,
           -- What an offer has left over is not offered again.
           coalesce(case when wire.state is null and top_up.id is null and not exists (
             select from top_ups o where o.deal_id = d.id
                and o.shares - (select sum(l.taken) from top_up_lines l where l.top_up_id = o.id) >= wanted.free) then wanted.shares end, 0)::bigint
             as freed_shares,
           case when top_up.kept > 0 then top_up.closes_at end as kept_until, coalesce(top_up.kept, 0)::bigint as kept_shares,
           coalesce(t.number > shown.number, false) as has_newer_terms,
           (select count(*)::int from deal_question_list q
             where q.deal_id = d.id and q.answer is null and q.merged_into is null and q.declined_reason is null) as questions,
           (select count(*)::int from deal_question_list q
             where q.deal_id = d.id and q.answer is not null and q.merged_into is null
               and not exists (select from jsonb_array_elements(coalesce(shown.answers, '[]')) a
                                where a ->> 'id' = q.id::text and a ->> 'answer' = q.answer)) as hidden_answers,
           ended.closes_at as proposed_end, ended.proposed_by_name as proposed_end_by, ended.refusal as proposed_end_refusal,
           case when wire.state = 'paid' then s.to_club_pence - s.borne_pence - s.fee_paid_pence - coalesce(
             (select sum(o.amount_pence) from outgoing_payments o where o.deal_id = d.id and o.kind = 'fee' and o.state in ('proposed', 'approved')), 0)
           else 0 end as fees_left_pence,
           case when wire.state = 'paid' and d.state = 'closing' then completion_gate(d.id, proposal.issued_on) -> 'unmet' else '[]' end as unmet,
           (select count(distinct p.kind)::int from papers p where p.deal_id = d.id and p.removed_at is null
               and p.kind in ('subscription_agreement', 'board_minutes', 'nominee_agreement', 'share_schedule')) as papers,
           (select count(*)::int from relief_members r where r.deal_id = d.id and r.scheme is not null and r.paper_id is null) as open_certificates,
           (select count(*)::int from papers p where p.deal_id = d.id and p.kind = 'relief_certificate' and p.commitment_id is null
               and p.removed_at is null) as unmatched_certificates,
           exists (select from papers p where p.deal_id = d.id and p.kind = 'company_certificate' and p.removed_at is null)
             as has_company_certificate,
           (select i.fee_pence from success_fee_invoices i
             where i.deal_id = d.id and i.invoiced_on > london_today() - 60
               and not exists (select from audit_events e where e.subject_id = d.id and e.kind = 'success_fee_invoice_sent')) as invoiced_pence,
           d.page <> '{}' as has_page, t.scheme, confirmable_from(null, 'not_standing') as signs_from, passkey_signs_from() as passkey_from
      from deals d
      join companies company on company.id = d.company_id
      left join closing_sums s on s.deal_id = d.id
      left join asked_sums asked_for on asked_for.deal_id = d.id
      left join lateral (select x.number, x.opens_at, x.closes_at, x.club_minimum_pence, x.scheme from deal_terms x where x.deal_id = d.id order by x.number desc limit 1) t on true
      left join lateral (select x.number, v.content -> 'answers' as answers from deal_versions v join deal_terms x on x.id = v.terms_id
                          where v.deal_id = d.id and v.approved_at is not null order by v.number desc limit 1) shown on true
      left join closing_proposals ended on ended.deal_id = d.id
      left join cancelling_proposals cancelling on cancelling.deal_id = d.id
      left join desk_deal_ends ends on ends.deal_id = d.id
      left join company_account_requests asked on asked.deal_id = d.id and asked.used_at is null and asked.ended_at is null
       and not exists (select from company_accounts known where known.deal_id = d.id and known.replaced_at is null)
      left join allocation_list a on a.deal_id = d.id
      left join collection_accounts account on account.deal_id = d.id and account.confirmed_at is not null and account.replaced_at is null
      left join lateral (select o.state, o.amount_pence from outgoing_payments o
                          where o.deal_id = d.id and o.kind = 'wire' and o.state in ('approved', 'paid') limit 1) wire on true
      left join lateral (select o.id, o.closes_at,
                                (select sum(l.offered - l.taken) from top_up_lines l where l.top_up_id = o.id and l.offered > l.taken) as kept
                           from top_ups o where o.deal_id = d.id and o.ended_at is null and o.closes_at > app_now()) top_up on true
      left join lateral (select f.free, least(f.free, sum(u.unfilled)) as shares
                           from (select free_shares(d.id) as free) f join unfilled_wishes u on u.deal_id = d.id and u.least <= f.free
                          group by f.free having f.free > 0) wanted on true
      left join deal_completions proposal on proposal.deal_id = d.id and proposal.replaced_at is null
      cross join lateral (select coalesce(sum(o.amount_pence) filter (where o.kind = 'return'), 0)::bigint as returned_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.kind = 'refund'), 0)::bigint as refunded_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.state = 'proposed'), 0)::bigint as proposed_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.state = 'proposed' and o.refusal is null and o.obstacle is null), 0)::bigint
                                   as approvable_pence,
                                 coalesce(sum(o.amount_pence) filter (where o.state = 'approved'), 0)::bigint as approved_pence
                            from outgoing_payment_list o
                           where o.deal_id = d.id and o.kind in ('return', 'refund') and o.state in ('proposed', 'approved')) back
      cross join lateral (select (count(*) filter (where c.state in ('called', 'part_paid') and c.grace_until < app_now()))::int as late,
                                 coalesce(sum(c.cost_pence) filter (where c.state in ('allocated', 'called', 'part_paid', 'paid')), 0)::bigint as cost_pence
                            from commitments c where c.deal_id = d.id) m
     where d.id = ${dealId}`.execute(db);
  return rows[0];
}

export async function readActs(db: Kysely<DB>, dealId: string): Promise<ActFacts[]> {
  const { rows } = await sql<ActFacts>`
    select a.id, a.kind, a.state, a.prepared_by_name as author, a.expires_at, a.refusal, a.is_stale, a.is_stopped, a.answerers,
           answer_refusal(a.id, app_user_id()) is null as is_answerable,
           (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from act_objection_list o where o.act_id = a.id) as objections,
           (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from act_part_list p where p.act_id = a.id) as parts,
           (select min(s.signed_at) from act_signatures s where s.act_id = a.id) as signed_first_at,
           (select p.refusal from act_part_list p where p.act_id = a.id and p.part = 'wire') as wire_refusal,
           part_refusal(a.id, 'fees') as fees_refusal,
           (select p.refusal from act_part_list p where p.act_id = a.id and p.part = 'completion') as completion_refusal,
           (select p.refusal from act_part_list p where p.act_id = a.id and p.part = 'shares') as shares_refusal,
           (select max(p.not_before) from act_part_list p where p.act_id = a.id) as not_before
      from act_list a
     where a.deal_id = ${dealId} and a.state in ('prepared', 'waiting', 'signed')`.execute(db);
  return rows;
}

export async function readOpenLines(
  db: Kysely<DB>,
  dealId: string,
  { state, unpaid, called }: Facts,
): Promise<OpenLines> {
  const isOver = endedStates.includes(state);
  if ((state !== "closing" || called === 0) && !isOver) return { own: null, unclear: 0, to_book: 0, mine: null };
  const lines = await gradeOpenLines(db, dealId);
  const sure = lines.filter(needsNoLook);
  const unclear = lines.filter((line) => !line.is_own && !sure.includes(line)).length;
  const to_book = lines.filter(isBookedByImport).length;
  const mine = await readOwnLines(
    db,
    lines.filter(({ is_own }) => is_own),
  );
  const received = sure.filter(({ commitment_id }) => commitment_id !== null);
  if (unpaid <= 0 || received.length !== unpaid) return { own: null, unclear, to_book, mine };
  if (received.every(({ is_own }) => is_own)) return { own: "mine", unclear, to_book, mine };
  return { own: received.some(({ is_own }) => is_own) ? null : "others", unclear, to_book, mine };
}

async function readOwnLines(db: Kysely<DB>, lines: readonly OpenLine[]): Promise<OwnLines | null> {
  if (lines.length === 0) return null;
  const { rows } = await sql<{ name: string }>`
    select coalesce(full_name, email) as name from admins where id <> app_user_id() limit 2`.execute(db);
  const [only, ...others] = rows;
  const sumOf = (sign: 1 | -1) =>
    lines.reduce((sum, { open_pence }) => sum + Math.max(0, sign * Number(open_pence)), 0);
  const name = others.length > 0 ? "Another admin" : (only?.name ?? null);
  return {
    paying: new Set(lines.flatMap(({ grade, commitment_id }) => (grade === "sure" && commitment_id) || [])).size,
    came_pence: sumOf(1),
    left_pence: sumOf(-1),
    books: (await hasOtherAdmin(db)) ? name : null,
  };
}
