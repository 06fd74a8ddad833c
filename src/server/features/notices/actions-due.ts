import { type Kysely, sql } from "kysely";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { weeklyMailMessages as messages } from "#shared/notices/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export interface Action {
  text: string;
  path: string;
}

type ActionKind = keyof typeof messages.actions;

interface Row {
  kind: ActionKind;
  commitment_id: string | null;
  name: string | null;
  until: Date | null;
  /** To be paid. */
  pence: number | null;
}

const pathOf: Record<ActionKind, (commitmentId: string | null) => string> = {
  reconsent: (id) => (id ? paths.commitment(id) : paths.myInvestments),
  pay: (id) => (id ? paths.commitment(id) : paths.myInvestments),
  top_up: (id) => (id ? paths.commitment(id) : paths.myInvestments),
  event_offered: () => paths.events,
  event_answer: () => paths.events,
  introduction: () => paths.introductions,
  statement_ends: () => paths.signStatement,
  company_update: () => paths.myInvestments,
  profile: () => paths.submitProfile,
};

/** What waits for the reader, what cannot wait first. No deal is named but one that they committed to. */
export async function listActionsDue(db: Kysely<DB>): Promise<Action[]> {
  const { rows } = await sql<Row>`
    select 'reconsent' as kind, c.id as commitment_id, c.company_name as name, c.reconsent_until as until, null::bigint as pence
      from own_commitments c where c.state = 'needs_reconsent' and c.reconsent_until > app_now()
    union all
    select 'pay', c.id, c.company_name, c.due_at, o.open_pence
      from own_commitments c cross join lateral own_call(c.id) o
     where c.state in ('called', 'part_paid')
    union all
    select 'top_up', t.commitment_id, c.company_name, t.closes_at, null
      from own_top_ups t join own_commitments c on c.id = t.commitment_id
     where t.closes_at > app_now() and t.available_shares > 0
    union all
    select 'event_' || coalesce(s.answer, 'answer'), null, e.content ->> 'title',
           coalesce(s.offered_until, s.answer_until, s.starts_at), null
      from shown_events s join published_content e on e.id = s.id
     where s.cancelled_at is null
       and (s.answer = 'offered'
            or (s.answer is null and coalesce(s.answer_until, s.starts_at) > app_now()
                and coalesce(s.answer_until, s.starts_at) < app_now() + interval '14 days'))
    union all
    select 'introduction', null, name, expires_at, null from own_introductions
     where state = 'open' and not is_asker and not is_blocked
    union all
    select 'statement_ends', null, null, (s.valid_through + time '12:00') at time zone 'Europe/London', null
      from (select max(s.valid_through) as valid_through from statements s
              join investor_records r on r.id = s.record_id
             where r.user_id = app_user_id() and s.state = 'live' and s.valid_through >= london_today()) s
     where s.valid_through <= london_today() + 60
    union all
    select 'company_update', null, null, null, null
     where exists (select from notices n where n.kind = 'company_update_published' and n.read_at is null)
    union all
    select 'profile', null, null, null, null
     where not exists (select from member_profiles p where p.user_id = app_user_id())
       and not exists (select from member_profile_submissions s where s.user_id = app_user_id() and s.status = 'pending')
  `.execute(db);
  return rows.map(({ kind, commitment_id, name, until, pence }) => ({
    text: messages.actions[kind](name ?? "", whenWords(kind, until), formatPence(pence ?? 0)),
    path: pathOf[kind](commitment_id),
  }));
}

/** A statement ends with a day, all else at a moment. */
function whenWords(kind: ActionKind, until: Date | null): string {
  if (!until) return "";
  return kind === "statement_ends" ? formatDay(londonDate(until)) : `${formatMoment(until)} (London time)`;
}
