import { type Kysely, sql } from "kysely";
import { pathOfAct } from "#shared/acts/act-places.ts";
import type { NextAct } from "#shared/acts/acts.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { companyInRound } from "#shared/company-in-round.ts";
import type { DealState, dealSchemes } from "#shared/deals/deal-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { WaitingKind } from "#shared/notices/notice-mail-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { samplePartLabels } from "#shared/settings/sample-wording.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { statementKinds } from "#shared/statements/statement-messages.ts";
import {
  actsOfKinds,
  isErrand,
  moneyActs,
  mostNames,
  type TodayKind,
  type TodayPlace,
} from "#shared/waiting-counts/to-do-messages.ts";
import { lastWorkingDay } from "#shared/working-days.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { findNext } from "../acts/next.ts";
import { dealOver } from "../acts/next-step.ts";
import { listSampleWords } from "../settings/club-settings.ts";
import { readSince } from "./since.ts";
import { countWhatWaits, groupWhatWaits, nameOf, type WaitingKinds } from "./what-waits.ts";

interface Given {
  kinds: WaitingKinds;
  now: Date;
  isEnabled: boolean;
  isSampleClub: boolean;
}

interface Row {
  kind: TodayKind;
  place: TodayPlace;
  path: string;
  count: number;
  names: string[];
  text: string | null;
  act: NextAct["act"];
  since: Date | null;
  by: Date | null;
}

interface DealRow {
  id: string;
  company_name: string;
  state: DealState;
  scheme: (typeof dealSchemes)[number] | null;
  people: number;
  asked_pence: number;
  paid_pence: number;
  open_pence: number;
  /** So much of what is open has come to the bank and waits to be booked. */
  pending_pence: number;
  late_pence: number;
  unpaid_members: number;
  /** These members have not paid and were not reminded on this day. */
  remindable: number;
  /** The first moment by which who has not paid had to pay. */
  due_at: Date | null;
  unpaid: { name: string; pence: number; by: string | null }[];
}

/** Reads with the reader's rights; the answer is empty for people who are no admins. */
export async function readToday(db: Kysely<DB>, given: Given) {
  const deals = await readDeals(db, given);
  const groups = await groupWhatWaits(db, given.kinds);
  const sinceOf = await readSince(
    db,
    deals.map(({ id }) => id),
  );
  const rows = [
    ...deals.filter(isErrand).map((deal) => rowOfDeal(deal, sinceOf(deal.id, deal.act))),
    ...groups.filter(isNotNextOf(deals)).map(({ deal_id, ...group }) => {
      const { place, path, pathOf } = given.kinds[group.kind];
      const names = [...new Set(group.names)];
      return { ...group, names, place, path: (deal_id && pathOf?.(deal_id)) ?? path, text: null, act: null, by: null };
    }),
    ...(await listOthers(db, given)),
  ];
  const unpaid = deals.filter(({ unpaid_members }) => unpaid_members > 0).map(unpaidOf);
  const waiting = [
    ...unpaid,
    ...deals.filter(isForOthers).map((deal) => waitingOf(deal, sinceOf(deal.id, deal.act))),
    ...(await listPeopleWaitedFor(db, given.now)),
  ];
  return { rows: rows.toSorted(byTime), deals, waiting };
}

/** The same rows, with no more than their places and counts. */
export async function countToday(db: Kysely<DB>, given: Given): Promise<Pick<Row, "place" | "count">[]> {
  const deals = await readDeals(db, given);
  const groups = await countWhatWaits(db, given.kinds);
  return [
    ...deals.filter(isErrand).map((deal) => rowOfDeal(deal, null)),
    ...groups.filter(isNotNextOf(deals)).map(({ kind, count }) => ({ place: given.kinds[kind].place, count })),
    ...(await listOthers(db, given)),
  ];
}

async function readDeals(db: Kysely<DB>, given: Given): Promise<Deal[]> {
  const deals: Deal[] = [];
  for (const deal of await listRunning(db)) {
    const next = await findNext(db, deal.id, given);
    const isOver = next?.act === null && (deal.state === "completed" || deal.state === "exited");
    if (next && !isOver)
      deals.push({
        ...deal,
        next: next.text,
        act: next.act,
        waits_for: next.waits_for,
        by: byOf(deal, next),
        path: pathOfAct(deal.id, next),
      });
  }
  return deals;
}

/** Money that is late was due. */
function byOf({ due_at }: DealRow, { act, by }: Pick<NextAct, "act"> & { by: Date | string | null }): Date | null {
  if (by) return new Date(by);
  return act === "late" ? due_at : null;
}

/** The deal's next act names these kinds already, so they are not listed again. */
const isNotNextOf =
  (deals: readonly Deal[]) =>
  ({ kind, deal_id }: { kind: WaitingKind; deal_id: string | null }): boolean => {
    const act = deals.find(({ id }) => id === deal_id)?.act;
    return !act || !actsOfKinds[kind]?.includes(act);
  };

type Deal = DealRow & Pick<NextAct, "act" | "waits_for"> & { next: string; path: string; by: Date | null };

/** What somebody else does, or what happens at its time: no deal in work is left out. */
const isForOthers = ({ waits_for, next }: Deal): boolean => waits_for !== "reader" && next !== dealOver;

const rowOfDeal = (deal: Deal, since: Date | null): Row => ({
  kind: "deal",
  place: deal.act && moneyActs.includes(deal.act) ? "money" : "deals",
  path: deal.path,
  count: 1,
  names: [deal.company_name],
  text: deal.next,
  act: deal.act,
  since,
  by: deal.by,
});

const waitingOf = (deal: Deal, since: Date | null) => ({
  kind: "deal" as const,
  path: adminPaths.deal(deal.id),
  count: 1,
  names: [deal.company_name],
  text: deal.next,
  since,
  ...(deal.waits_for === "time" ? { from: deal.by, by: null } : { from: null, by: deal.by }),
  remind: null,
});

/** Members who have not paid, whom the reader can remind once a day. */
const unpaidOf = (deal: Deal) => ({
  kind: "unpaid" as const,
  path: adminPaths.dealPart(deal.id, "people"),
  count: deal.unpaid_members,
  names: deal.unpaid.map(({ name }) => name),
  since: null,
  from: null,
  by: deal.due_at,
  text: [
    `${deal.company_name}: ${formatPence(deal.open_pence - deal.pending_pence)} not paid`,
    ...(deal.pending_pence > 0 ? [`${formatPence(deal.pending_pence)} at the bank waits to be booked`] : []),
  ].join("; "),
  remind: deal.remindable > 0 ? { path: `/deals/${deal.id}/nudge`, people: deal.remindable } : null,
});

/** What is late first, then what is due first, then what is oldest. */
function byTime(one: Row, other: Row): number {
  const time = (moment: Date | null) => moment?.getTime() ?? Number.POSITIVE_INFINITY;
  return time(one.by) - time(other.by) || time(one.since) - time(other.since) || 0;
}

/** In work, or with something left to do once that is over. */
async function listRunning(db: Kysely<DB>): Promise<DealRow[]> {
  const { rows } = await sql<DealRow & { round: string | null }>`
    select d.id, c.name as company_name, d.state,
           case when exists (select from deals o where o.company_id = d.company_id and o.id <> d.id
                                and o.state not in ('enquiry', 'declined', 'withdrawn', 'parked')) then d.name end as round, t.scheme, coalesce(m.people, 0) as people,
           case when s.due_pence > 0 then s.due_pence else coalesce(m.pence, 0) end as asked_pence,
           coalesce(s.applied_pence, 0)::bigint as paid_pence, coalesce(s.open_pence, 0)::bigint as open_pence, u.pending_pence,
           coalesce(s.late_pence, 0)::bigint as late_pence, u.members as unpaid_members, u.unpaid, u.remindable, u.due_at
      from deals d
      join companies c on c.id = d.company_id
      left join lateral (select x.scheme from deal_terms x where x.deal_id = d.id order by x.number desc limit 1) t on true
      left join closing_sums s on s.deal_id = d.id and d.state in ('released', 'closing', 'completed', 'exited', 'cancelled')
      left join asked_sums m on m.deal_id = d.id
      cross join lateral (
        select (count(*) filter (where o.pence > 0))::int as members, min(o.by) filter (where o.pence > 0) as due_at,
               (count(*) filter (where o.is_nudgeable and o.pence > 0))::int as remindable, coalesce(sum(o.pending_pence), 0)::bigint as pending_pence,
               coalesce(json_agg(json_build_object('name', o.name, 'pence', o.pence, 'by', o.by) order by o.pence desc)
                          filter (where o.pence > 0 and o.place <= ${mostNames}), '[]') as unpaid
          from (select coalesce(p.full_name, 'A former member') as name, x.open_pence - w.pending_pence as pence, w.pending_pence, x.due_at as by,
                       x.is_nudgeable, row_number() over (order by x.open_pence - w.pending_pence desc, x.number) as place
                  from closing_members x
                  join commitment_people p on p.commitment_id = x.commitment_id
                  -- What lies at the bank is not asked for again.
                 cross join lateral (select least(x.open_pence, unbooked_pence(x.commitment_id)) as pending_pence) w
                 where x.deal_id = d.id and d.state = 'closing' and x.open_pence > 0) o) u
     where d.state in ('screening', 'meeting', 'diligence', 'preparing', 'approved', 'released', 'closing')
        or (d.state in ('completed', 'exited')
            and (exists (select from relief_members r where r.deal_id = d.id and r.scheme is not null and r.paper_id is null)
                 or exists (select from papers p where p.deal_id = d.id and p.kind = 'relief_certificate' and p.commitment_id is null
                               and p.removed_at is null)
                 or exists (select from exit_deals x join exits e on e.id = x.exit_id and e.state = 'confirmed'
                             where x.deal_id = d.id
                               and x.gross_pence > (select coalesce(sum(o.amount_pence), 0) from outgoing_payments o
                                                     where o.exit_id = x.exit_id and o.deal_id = d.id and o.state = 'paid'))))
        or is_unsettled(d.id)
     order by array_position(array['closing', 'released', 'approved', 'preparing', 'diligence', 'meeting', 'screening'], d.state) nulls last,
              d.created_at, d.id`.execute(db);
  return rows.map(({ round, ...deal }) => ({ ...deal, company_name: companyInRound(deal.company_name, round) }));
}

async function listOthers(db: Kysely<DB>, { now, isEnabled, isSampleClub }: Omit<Given, "kinds">): Promise<Row[]> {
  const today = londonDate(now);
  const working = lastWorkingDay(today);
  const { rows } = await sql<Pick<Row, "count" | "names" | "since" | "by"> & { kind: keyof typeof placesOfOthers }>`
    select 'enquiry' as kind, count(*)::int as count, (array_agg(c.name order by d.enquired_on, d.id))[1:${mostNames}] as names,
           min(d.created_at) as since,
           -- A whole day to answer, and what is due on a Friday is late from Monday on, as in the list of enquiries.
           (greatest(min(d.reply_due_on),
                     case when ${working}::date < ${today}::date and min(d.reply_due_on) >= ${working}::date then ${working}::date + 2 end)
              + 1)::timestamp at time zone 'Europe/London' - interval '1 minute' as by
      from deals d join companies c on c.id = d.company_id where d.state = 'enquiry' having count(*) > 0
    union all
    select 'no_form', 1, '{}', null, null
     where not exists (select from statement_form_versions f
                        where f.withdrawn_at is null and coalesce(f.valid_until, 'infinity') >= london_today())
    union all
    -- Deals that were on were switched off on purpose.
    select case when f.in_force = ${statementKinds.length} then 'deals_off' else 'second_form' end, 1, '{}', null, null
      from (select count(distinct v.kind) filter (where v.signed_off_at is not null and london_today() >= v.valid_from) as in_force,
                   count(distinct v.kind) as installed
              from statement_form_versions v
             where v.withdrawn_at is null and coalesce(v.valid_until, 'infinity') >= london_today()) f
     where not ${isEnabled} and (f.in_force = ${statementKinds.length} or f.in_force > 0 and f.installed < ${statementKinds.length})
       and not exists (select from club_setting_revisions r where r.key = 'deals' and (r.value ->> 'is_enabled')::boolean)
    union all
    select 'setup', 1, '{}', null, null from club_setup_state where state <> 'finished'`.execute(db);
  const parts =
    isSampleClub || !rows.some(({ kind }) => kind === "deals_off")
      ? []
      : (await listSampleWords(db)).map(({ part }) => part);
  return rows.map((row) => ({
    ...row,
    ...placesOfOthers[row.kind],
    text: null,
    act: null,
    // Deals cannot be switched on before.
    ...(row.kind === "deals_off" &&
      parts[0] && { names: parts.map((part) => samplePartLabels[part]), path: settingPath(parts[0]) }),
  }));
}

const placesOfOthers = {
  enquiry: { place: "enquiries", path: adminPaths.enquiries },
  second_form: { place: "statements", path: adminPaths.statementForms },
  deals_off: { place: "settings", path: settingPath("deals") },
  no_form: { place: "statements", path: adminPaths.statementForms },
  setup: { place: "setup", path: adminPaths.system },
} as const;

async function listPeopleWaitedFor(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<{
    kind: keyof typeof pathsOfPeople;
    count: number;
    names: string[];
    since: Date | null;
  }>`
    select 'invited' as kind, count(*)::int as count, (array_agg(email order by created_at))[1:${mostNames}] as names,
           min(created_at) as since
      from invitations where ${isUsableInvitation(now)} having count(*) > 0
    union all
    select 'no_statement', count(*)::int, (array_agg(${nameOf(sql`r.user_id`)} order by r.approved_at))[1:${mostNames}], min(r.approved_at)
      from user_roles r
     where r.role = 'member' and r.status = 'approved' and r.suspended_at is null and r.ended_at is null
       and r.user_id <> app_user_id() and not exists (select from statement_register s where s.user_id = r.user_id)
       -- Before it nobody can sign.
       and exists (select from statement_form_versions f
                    where f.signed_off_at is not null and f.withdrawn_at is null
                      and london_today() between f.valid_from and coalesce(f.valid_until, 'infinity'))
     having count(*) > 0
    union all
    select 'form_waits', count(*)::int, (array_agg(version_label order by created_at))[1:${mostNames}], min(created_at)
      from statement_form_versions
     where signed_off_at is null and withdrawn_at is null and author_id = app_user_id() and not is_left_to_author
     having count(*) > 0`.execute(db);
  return rows.map((row) => ({
    ...row,
    text: null,
    by: null,
    from: null,
    remind: null,
    path: pathsOfPeople[row.kind],
  }));
}

const pathsOfPeople = {
  invited: adminPaths.invitations,
  no_statement: adminPaths.people,
  form_waits: adminPaths.statementForms,
} as const;
