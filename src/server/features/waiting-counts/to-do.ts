import { type Kysely, sql } from "kysely";
import type { othersKinds, ToDoKind } from "#shared/waiting-counts/to-do-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export interface ToDoRow {
  kind: ToDoKind;
  subject_id: string | null;
  name: string | null;
  by: Date | null;
  pence: number | null;
  count: number | null;
}

/** What waits for the reader, what cannot wait first. No deal is named but one that they committed to. */
export async function listToDo(db: Kysely<DB>): Promise<ToDoRow[]> {
  const { rows } = await sql<ToDoRow>`
    select 'reconsent' as kind, c.id as subject_id, c.company_name as name, c.reconsent_until as by, null::bigint as pence, null::int as count
      from own_commitments c where c.state = 'needs_reconsent' and c.reconsent_until > app_now()
    union all
    select case when c.state = 'part_paid' and o.grace_until <= app_now() then 'choose' else 'pay' end, c.id, c.company_name,
           c.due_at, o.open_pence - o.pending_pence, null
      from own_commitments c cross join lateral own_call(c.id) o
     where c.state in ('called', 'part_paid') and o.pending_pence < o.open_pence
       -- Who said that they sent it is reminded once it is due.
       and (c.said_sent_at >= o.called_at and o.due_at > app_now()) is not true
    union all
    select 'payout_account', c.id, c.company_name, null, sum(p.amount_pence)::bigint, null
      from own_returned_payouts p join own_commitments c on c.id = p.commitment_id group by c.id, c.company_name
    union all
    select 'top_up', t.commitment_id, c.company_name, t.closes_at, null, null
      from own_top_ups t join own_commitments c on c.id = t.commitment_id
     where t.closes_at > app_now() and t.available_shares > 0
    union all
    select 'event_' || coalesce(s.answer, 'answer'), s.id, e.content ->> 'title',
           coalesce(s.offered_until, s.answer_until, s.starts_at), null, null
      from shown_events s join published_content e on e.id = s.id
     where s.cancelled_at is null
       and (s.answer = 'offered'
            or (s.answer is null and coalesce(s.answer_until, s.starts_at) > app_now()
                and coalesce(s.answer_until, s.starts_at) < app_now() + interval '14 days'))
    union all
    select 'introduction', id, name, expires_at, null, null from own_introductions
     where state = 'open' and not is_asker and not is_blocked
    union all
    select case own_offer_gate() when 'statement_expired' then 'statement_again' else 'statement_sign' end, null, null, null, null, null
     where own_offer_gate() in ('statement_required', 'statement_expired')
    union all
    select 'statement_ends', null, null, (s.valid_through + time '23:59') at time zone 'Europe/London', null, null
      from (select max(s.valid_through) as valid_through from statements s
              join investor_records r on r.id = s.record_id
             where r.user_id = app_user_id() and s.state = 'live' and s.valid_through >= london_today()) s
     where s.valid_through <= london_today() + 60
    union all
    -- The only one is led to, yet not named: that the reader was shown it is recorded as it is opened.
    select 'open_deals', case when count(*) = 1 then (array_agg(o.id))[1] end, null, min(o.closes_at), null, count(*)::int
      from open_deals o
     where o.state = 'released' and o.closes_at > app_now()
       and not exists (select from own_commitments c where c.deal_id = o.id)
       and not exists (select from deal_interests i join investor_records r on r.id = i.record_id
                        where i.deal_id = o.id and r.user_id = app_user_id() and i.level = 'not_for_me')
    having count(*) > 0
    union all
    select distinct 'company_update', h.company_id, h.company_name, null::timestamptz, null::bigint, null::int
      from own_holdings h
      join notices n on n.subject_id = h.company_id and n.kind = 'company_update_published' and n.read_at is null
    union all
    select 'mail_refused', null, max(email), null, null, null from mail_refusals
     where user_id = app_user_id() having count(*) > 0
    union all
    select 'profile', null, null, null, null, null
     where not exists (select from member_profiles p where p.user_id = app_user_id())
       and not exists (select from member_profile_submissions s where s.user_id = app_user_id() and s.status = 'pending')
  `.execute(db);
  const time = ({ by }: ToDoRow) => by?.getTime() ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((one, other) => time(one) - time(other) || 0);
}

interface OthersRow {
  kind: (typeof othersKinds)[number];
  subject_id: string | null;
  name: string | null;
  since: Date;
  pence: number | null;
}

/** What the reader asked for, sent or signed, and somebody else has not answered, seen or checked. */
export async function listOthers(db: Kysely<DB>): Promise<OthersRow[]> {
  const { rows } = await sql<OthersRow>`
    select 'introduction' as kind, id as subject_id, name, asked_at as since, null::bigint as pence
      from own_introductions where is_asker and state = 'open'
    union all
    select 'payment', c.id, c.company_name, c.said_sent_at, o.open_pence - o.pending_pence
      from own_commitments c cross join lateral own_call(c.id) o
     where c.state in ('called', 'part_paid') and o.pending_pence < o.open_pence
       and c.said_sent_at >= o.called_at and o.due_at > app_now()
    union all
    select 'allocation', c.id, c.company_name, c.closes_at, most_due(c.shares, c.price, c.fee_bp)
      from own_commitments c where c.state = 'committed' and c.closes_at <= app_now()
    union all
    select 'profile', null, null, s.submitted_at, null
      from member_profile_submissions s where s.user_id = app_user_id() and s.status = 'pending'
    union all
    select 'statement', null, null, max(s.signed_at), null
      from statements s join investor_records r on r.id = s.record_id
     where r.user_id = app_user_id() and s.state = 'in_review' having count(*) > 0
    order by since`.execute(db);
  return rows;
}

const startDays = 60;

interface Start {
  profile: "none" | "pending" | "published";
  statement: "none" | "in_review" | "live";
  has_chosen_mails: boolean;
}

/**
 * Of who never signed a statement, or was approved of late and has not chosen deal emails; null for everybody else, and for who may
 * sign none.
 */
export async function readStart(db: Kysely<DB>): Promise<Start | null> {
  const { rows } = await sql<Start & { gate: string; is_new: boolean }>`
    select own_offer_gate() as gate,
           exists (select from user_roles r where r.user_id = app_user_id() and r.role = 'member'
                     and r.approved_at > app_now() - make_interval(days => ${startDays})) as is_new,
           case when exists (select from member_profiles p where p.user_id = app_user_id()) then 'published'
                when exists (select from member_profile_submissions s where s.user_id = app_user_id() and s.status = 'pending') then 'pending'
                else 'none' end as profile,
           case when own_offer_gate() = 'statement_in_review' then 'in_review'
                when own_offer_gate() in ('statement_required', 'statement_expired') then 'none' else 'live' end as statement,
           exists (select from mail_consents c where c.user_id = app_user_id()) as has_chosen_mails`.execute(db);
  const [start] = rows;
  if (!start) return null;
  const { gate, is_new, ...own } = start;
  const isStarting = gate === "statement_required" || (is_new && gate.startsWith("statement"));
  if (!isStarting && !(is_new && gate === "open" && !own.has_chosen_mails)) return null;
  return own;
}
