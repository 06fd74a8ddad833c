import { type Kysely, sql } from "kysely";
import type { NextAct } from "#shared/acts/acts.ts";
import type { DealState, dealSchemes } from "#shared/deals/deal-messages.ts";
import type { WaitingKind } from "#shared/notices/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import {
  actsOfKinds,
  isErrand,
  moneyActs,
  type TodayKind,
  type TodayPlace,
} from "#shared/waiting-counts/to-do-messages.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { findNext } from "../acts/next.ts";
import { countWhatWaits, groupWhatWaits, mostNames, nameOf, type WaitingKinds } from "./what-waits.ts";

interface Given {
  kinds: WaitingKinds;
  now: Date;
  /** Whether deals are on. */
  isEnabled: boolean;
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
  late_pence: number;
  unpaid_members: number;
  unpaid: { name: string; pence: number; by: string | null }[];
}

/** With the reader's rights; empty for who is no admin. */
export async function readToday(db: Kysely<DB>, given: Given) {
  const deals = await readDeals(db, given);
  const groups = await groupWhatWaits(db, given.kinds);
  const rows = [
    ...deals.filter(isErrand).map(rowOfDeal),
    ...groups.filter(isNotNextOf(deals)).map(({ deal_id, ...group }) => ({
      ...group,
      ...{ names: [...new Set(group.names)], place: given.kinds[group.kind].place },
      ...{ path: deal_id ? paths.deal(deal_id) : given.kinds[group.kind].path, text: null, act: null, by: null },
    })),
    ...(await listOthers(db)),
  ];
  const waiting = [...deals.filter(isForOthers).map(waitingOf), ...(await listPeopleWaitedFor(db, given.now))];
  return { rows: rows.toSorted(byTime), deals, waiting };
}

/** The same rows, with no more than their places and counts. */
export async function countToday(db: Kysely<DB>, given: Given): Promise<Pick<Row, "place" | "count">[]> {
  const deals = await readDeals(db, given);
  const groups = await countWhatWaits(db, given.kinds);
  return [
    ...deals.filter(isErrand).map(rowOfDeal),
    ...groups.filter(isNotNextOf(deals)).map(({ kind, count }) => ({ place: given.kinds[kind].place, count })),
    ...(await listOthers(db)),
  ];
}

async function readDeals(db: Kysely<DB>, given: Given): Promise<Deal[]> {
  const deals: Deal[] = [];
  for (const deal of await listRunning(db)) {
    const next = await findNext(db, deal.id, given);
    const isOver = next?.act === null && (deal.state === "completed" || deal.state === "exited");
    if (next && !isOver)
      deals.push({ ...deal, next: next.text, act: next.act, by: next.by ? new Date(next.by) : null });
  }
  return deals;
}

/** What comes next in a deal says so already. */
const isNotNextOf =
  (deals: readonly Deal[]) =>
  ({ kind, deal_id }: { kind: WaitingKind; deal_id: string | null }): boolean => {
    const act = deals.find(({ id }) => id === deal_id)?.act;
    return !act || !actsOfKinds[kind]?.includes(act);
  };

type Deal = DealRow & { next: string; act: NextAct["act"]; by: Date | null };

const isForOthers = ({ act, next }: Deal): boolean =>
  act === "certificates" || (act === null && / signature|Another admin|asked /.test(next));

const rowOfDeal = ({ id, company_name, next, act, by }: Deal): Row => ({
  ...{ kind: "deal", place: act && moneyActs.includes(act) ? "money" : "deals", path: paths.deal(id) },
  ...{ count: 1, names: [company_name], text: next, act, since: null, by },
});

const waitingOf = ({ id, company_name, next, by }: Deal) => ({
  ...{ kind: "deal" as const, path: paths.deal(id), count: 1, names: [company_name], text: next, since: by },
});

/** What is due first, then what is oldest. */
function byTime(one: Row, other: Row): number {
  const time = (moment: Date | null) => moment?.getTime() ?? Number.POSITIVE_INFINITY;
  return time(one.by) - time(other.by) || time(one.since) - time(other.since) || 0;
}

/** In work, or with something left to do once that is over. */
async function listRunning(db: Kysely<DB>): Promise<DealRow[]> {
  const { rows } = await sql<DealRow>`
    select d.id, c.name as company_name, d.state, t.scheme, m.people,
           case when s.due_pence > 0 then s.due_pence else m.asked_pence end as asked_pence,
           coalesce(s.applied_pence, 0)::bigint as paid_pence, coalesce(s.open_pence, 0)::bigint as open_pence,
           coalesce(s.late_pence, 0)::bigint as late_pence, u.members as unpaid_members, u.unpaid
      from deals d
      join companies c on c.id = d.company_id
      left join lateral (select x.scheme from deal_terms x where x.deal_id = d.id order by x.number desc limit 1) t on true
      left join closing_sums s on s.deal_id = d.id and d.state in ('released', 'closing', 'completed', 'exited', 'cancelled')
      cross join lateral (
        select count(*)::int as people, coalesce(sum(coalesce(x.cost_pence, x.ceiling_pence)), 0)::bigint as asked_pence
          from commitments x
         where x.deal_id = d.id
           and x.state not in ('withdrawn', 'left_on_change', 'released_unpaid', 'deal_cancelled', 'refunded')) m
      cross join lateral (
        select count(*)::int as members,
               coalesce(json_agg(json_build_object('name', o.name, 'pence', o.open_pence, 'by', o.by) order by o.open_pence desc)
                          filter (where o.place <= ${mostNames}), '[]') as unpaid
          from (select coalesce(p.full_name, 'A former member') as name, x.open_pence, x.due_at as by,
                       row_number() over (order by x.open_pence desc, x.number) as place
                  from closing_members x
                  join commitment_people p on p.commitment_id = x.commitment_id
                 where x.deal_id = d.id and d.state = 'closing' and x.open_pence > 0) o) u
     where d.state in ('screening', 'meeting', 'diligence', 'preparing', 'approved', 'released', 'closing')
        or (d.state in ('completed', 'exited')
            and (exists (select from relief_members r where r.deal_id = d.id and r.scheme is not null and r.paper_id is null)
                 or exists (select from exit_deals x join exits e on e.id = x.exit_id and e.state = 'confirmed'
                             where x.deal_id = d.id
                               and x.gross_pence > (select coalesce(sum(o.amount_pence), 0) from outgoing_payments o
                                                     where o.exit_id = x.exit_id and o.deal_id = d.id and o.state = 'paid'))))
        or is_unsettled(d.id)
     order by array_position(array['closing', 'released', 'approved', 'preparing', 'diligence', 'meeting', 'screening'], d.state) nulls last,
              d.created_at, d.id`.execute(db);
  return rows;
}

async function listOthers(db: Kysely<DB>): Promise<Row[]> {
  const { rows } = await sql<Pick<Row, "kind" | "count" | "names" | "since">>`
    select 'enquiry' as kind, count(*)::int as count, (array_agg(c.name order by d.enquired_on, d.id))[1:${mostNames}] as names,
           min(d.created_at) as since
      from deals d join companies c on c.id = d.company_id where d.state = 'enquiry' having count(*) > 0
    union all
    select 'setup', 1, '{}', null from club_setup_state where state <> 'finished'`.execute(db);
  return rows.map((row) => ({
    ...row,
    ...(row.kind === "setup"
      ? { place: "setup" as const, path: paths.system }
      : { place: "enquiries" as const, path: paths.enquiries }),
    ...{ text: null, act: null, by: null },
  }));
}

async function listPeopleWaitedFor(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<{ kind: "invited" | "no_statement"; count: number; names: string[]; since: Date | null }>`
    select 'invited' as kind, count(*)::int as count, (array_agg(email order by created_at))[1:${mostNames}] as names,
           min(created_at) as since
      from invitations where ${isUsableInvitation(now)} having count(*) > 0
    union all
    select 'no_statement', count(*)::int, (array_agg(${nameOf(sql`r.user_id`)} order by r.approved_at))[1:${mostNames}], min(r.approved_at)
      from user_roles r
     where r.role = 'member' and r.status = 'approved' and r.suspended_at is null and r.ended_at is null
       and not exists (select from statement_register s where s.user_id = r.user_id)
     having count(*) > 0`.execute(db);
  return rows.map(({ kind, ...row }) => ({
    ...row,
    ...{ kind, text: null, path: kind === "invited" ? paths.invitations : paths.people },
  }));
}
