import { type Kysely, sql, type Transaction } from "kysely";
import type { CommitmentState } from "#shared/commitments/commitment-messages.ts";
import { affordableShares, minimumShares, mostCosts } from "#shared/commitments/share-costs.ts";
import type { AnnouncedFacts, OwnPart } from "#shared/funds/announced-messages.ts";
import type { PaperKind } from "#shared/funds/funds-completion-messages.ts";
import {
  type CommitmentFacts,
  findOwnNotice,
  type OwnFacts,
  type OwnLoss,
  type OwnSubject,
  ownSentence,
} from "#shared/notices/own-notices.ts";
import type { SignatoryCapacity } from "#shared/people/signatory-messages.ts";
import type { DB } from "./database.generated.ts";

interface Told {
  user_id: string;
  kind: string;
  subject_id: string | null;
  pence: number | undefined;
}

/**
 * The sentence of each notice that is about its reader's own money, from what the database holds at the end of the transaction; null
 * for other kinds, and without a known subject.
 */
export async function writeOwnNotices(tx: Transaction<DB>, notices: readonly Told[]): Promise<(string | null)[]> {
  const facts = new Map<OwnSubject, Map<string, OwnFacts[OwnSubject]>>();
  for (const subject of Object.keys(factsBySubject) as OwnSubject[]) {
    const told = notices.filter(({ kind }) => findOwnNotice(kind)?.subject === subject);
    if (told.length > 0) facts.set(subject, await factsBySubject[subject](tx, told));
  }
  return notices.map((notice) => {
    const own = findOwnNotice(notice.kind);
    const found = own && facts.get(own.subject)?.get(keyOf(notice));
    return own && found ? ownSentence(own, found, notice.pence ?? 0) : null;
  });
}

const keyOf = ({ user_id, subject_id }: Pick<Told, "user_id" | "subject_id">): string => `${user_id} ${subject_id}`;

type ReadFacts<Subject extends OwnSubject> = (
  tx: Transaction<DB>,
  told: readonly Told[],
) => Promise<Map<string, OwnFacts[Subject]>>;

const idsOf = (told: readonly Told[]): string[] => told.flatMap(({ subject_id }) => subject_id ?? []);

async function forEach<Row extends { id: string }, Facts>(
  told: readonly Told[],
  rows: Promise<{ rows: Row[] }>,
  toFacts: (row: Row) => Facts,
): Promise<Map<string, Facts>> {
  const byId = new Map((await rows).rows.map((row) => [row.id, toFacts(row)]));
  return new Map(
    told.flatMap((notice) => {
      const facts = byId.get(notice.subject_id ?? "");
      return facts ? [[keyOf(notice), facts] as const] : [];
    }),
  );
}

const factsBySubject: { [Subject in OwnSubject]: ReadFacts<Subject> } = {
  announced: async (tx, told) => {
    const found = new Map<string, OwnFacts["announced"]>();
    for (const id of new Set(idsOf(told))) {
      const facts = await readAnnouncedFacts(tx, id);
      if (!facts) continue;
      const parts = await readOwnParts(tx, id);
      for (const notice of told)
        if (notice.subject_id === id) found.set(keyOf(notice), { ...facts, own: parts.get(notice.user_id) ?? null });
    }
    return found;
  },
  commitment: async (tx, told) => {
    const found = new Map((await findCommitmentFacts(tx, idsOf(told))).map((facts) => [facts.id, facts]));
    return new Map(
      told.flatMap((notice) => {
        const facts = found.get(notice.subject_id ?? "");
        return facts ? [[keyOf(notice), facts] as const] : [];
      }),
    );
  },
  company: async (tx, told) => {
    const companies = await forEach(
      told,
      sql<{ id: string; company: string; quarter: string | null; split: OwnFacts["company"]["split"] }>`
        select c.id, c.name as company,
               (select u.quarter from company_updates u where u.company_id = c.id and u.published_at is not null
                 order by u.published_at desc, u.id desc limit 1) as quarter,
               (select jsonb_build_object('new_shares', a.new_shares, 'old_shares', a.old_shares, 'effective_on', a.effective_on)
                  from share_actions a where a.company_id = c.id and a.confirmed_at is not null
                 order by a.confirmed_at desc, a.id desc limit 1) as split
          from companies c where c.id = any (${idsOf(told)}::uuid[])`.execute(tx),
      ({ company, quarter, split }) => ({ company, quarter, split }),
    );
    const ofLoss = told.filter(({ kind }) => kind === "shares_lost");
    const losses = ofLoss.length > 0 ? await readOwnLosses(tx, idsOf(ofLoss)) : new Map<string, OwnLoss>();
    return new Map([...companies].map(([key, facts]) => [key, { ...facts, loss: losses.get(key) ?? null }]));
  },
  deal: (tx, told) =>
    forEach(
      told,
      sql<{ id: string } & OwnFacts["deal"]>`
        select d.id, d.state, c.name as company, late.members as late_members, late.pence as late_pence,
               (select max(p.not_before) from act_parts p join acts a on a.id = p.act_id
                 where a.deal_id = d.id and a.state = 'signed' and p.executed_at is null) as waits_until,
               (select max(b.seen_at) from balance_sightings b
                 where b.deal_id = d.id and not b.is_half and b.balance_pence = b.expected_pence) as balance_agrees_at
          from deals d
          join companies c on c.id = d.company_id
          cross join lateral (
            select count(*)::int as members, coalesce(sum(m.open_pence), 0)::bigint as pence
              from closing_members m where m.deal_id = d.id and m.open_pence > 0 and m.is_past_due) late
         where d.id = any (${idsOf(told)}::uuid[])`.execute(tx),
      ({ id: _id, ...facts }) => facts,
    ),
  event: (tx, told) =>
    forEach(
      told,
      sql<{ id: string; title: string; starts_at: Date }>`
        select c.id, case when c.is_example then 'Example: ' else '' end || (c.published ->> 'title') as title, p.starts_at
          from content_items c join event_places p on p.event_id = c.id
         where c.id = any (${idsOf(told)}::uuid[]) and c.published is not null`.execute(tx),
      ({ title, starts_at }) => ({ title, starts_at }),
    ),
  exit: async (tx, told) => {
    const { rows } = await sql<{ user_id: string; subject_id: string; company: string; paid_pence: number }>`
      select r.user_id, e.id as subject_id, c.name as company, sum(l.paid_pence)::bigint as paid_pence
        from exits e
        join companies c on c.id = e.company_id
        join exit_lines l on l.exit_id = e.id
        join holdings h on h.id = l.holding_id
        join investor_records r on r.id = h.record_id
       where e.id = any (${idsOf(told)}::uuid[]) and r.user_id is not null
       group by r.user_id, e.id, c.name`.execute(tx);
    return new Map(rows.map((row) => [keyOf(row), { company: row.company, paid_pence: row.paid_pence }]));
  },
  import: async (tx, told) => {
    const { rows } = await sql<{ user_id: string; subject_id: string; companies: string[]; cost_pence: number }>`
      select l.user_id, l.import_id as subject_id, array_agg(distinct c.name order by c.name) as companies,
             coalesce(sum(l.cost_pence + l.fee_pence), 0)::bigint as cost_pence
        from holding_import_lines l join companies c on c.id = l.company_id
       where l.import_id = any (${idsOf(told)}::uuid[]) and l.user_id is not null
       group by l.user_id, l.import_id`.execute(tx);
    return new Map(rows.map((row) => [keyOf(row), { companies: row.companies, cost_pence: row.cost_pence }]));
  },
  // Without a name, and of whoever the directory does not show, the general words are kept.
  introduction: (tx, told) =>
    forEach(
      told,
      sql<{ id: string; asker: string; asked: string }>`
        select i.id, asker.full_name as asker, asked.full_name as asked
          from introductions i
          join people asker on asker.id = i.asker_id
          join people asked on asked.id = i.asked_id
         where i.id = any (${idsOf(told)}::uuid[]) and asker.full_name is not null and asked.full_name is not null
           and not exists (select from member_profiles m where m.user_id in (i.asker_id, i.asked_id) and not m.is_listed)`.execute(
        tx,
      ),
      ({ asker, asked }) => ({ asker, asked }),
    ),
  paper: (tx, told) =>
    forEach(
      told,
      sql<{ id: string; company: string; kind: PaperKind; scheme: string | null }>`
        select p.id, c.name as company, p.kind,
               (select h.scheme from holdings h where h.commitment_id = p.commitment_id) as scheme
          from papers p join deals d on d.id = p.deal_id join companies c on c.id = d.company_id
         where p.id = any (${idsOf(told)}::uuid[])`.execute(tx),
      ({ company, kind, scheme }) => ({ company, kind, scheme }),
    ),
  seat: (tx, told) =>
    forEach(
      told,
      sql<{ id: string; adviser: string; expires_at: Date }>`
        select id, name as adviser, expires_at from adviser_seats where id = any (${idsOf(told)}::uuid[])`.execute(tx),
      ({ adviser, expires_at }) => ({ adviser, expires_at }),
    ),
  statement: (tx, told) =>
    forEach(
      told,
      sql<{ id: string; ended_at: Date | null; valid_through: string | null }>`
        select id, ended_at, valid_through::text from statements where id = any (${idsOf(told)}::uuid[])`.execute(tx),
      ({ ended_at, valid_through }) => ({ ended_at, valid_through }),
    ),
  signatory: (tx, told) =>
    forEach(
      told,
      sql<{ id: string; name: string; capacity: SignatoryCapacity; announced_at: Date }>`
        select s.id, p.name, s.capacity, s.announced_at
          from signatories s join people p on p.id = s.user_id
         where s.id = any (${idsOf(told)}::uuid[]) and s.announced_at is not null`.execute(tx),
      ({ name, capacity, announced_at }) => ({ name, capacity, announced_at }),
    ),
  tier: (tx, told) =>
    forEach(
      told,
      sql<{ id: string; until_date: string | null }>`
        select id, until_date::text from memberships where id = any (${idsOf(told)}::uuid[])`.execute(tx),
      ({ until_date }) => ({ until_date }),
    ),
};

interface CommitmentRow extends Omit<CommitmentFacts, "shares" | "cost_pence" | "fee_pence" | "due_pence" | "fewer"> {
  id: string;
  user_id: string | null;
  company_id: string;
  state: CommitmentState;
  fee_bp: number;
  price: string;
  minimum_pence: number;
  allocated_shares: number | null;
  cost_pence: number | null;
  fee_pence: number | null;
}

export type FoundCommitment = CommitmentFacts & {
  id: string;
  user_id: string | null;
  company_id: string;
  fee_bp: number;
  price: string;
};

export const sumsOf = ({ price, fee_bp, shares, cost_pence, fee_pence, due_pence }: FoundCommitment) => ({
  price,
  feeBp: fee_bp,
  costs: { shares, costPence: cost_pence, feePence: fee_pence, duePence: due_pence },
  isAtMost: false,
});

/** Reads on the owner's connection: whose commitments these are is not asked. @param now by default the transaction's. */
export async function findCommitmentFacts(
  db: Kysely<DB>,
  ids: readonly string[],
  now: Date | null = null,
): Promise<FoundCommitment[]> {
  const { rows } = await sql<CommitmentRow>`
    select c.id, r.user_id, d.company_id, company.name as company, c.state, c.shares as asked_shares, c.least_shares, c.fee_bp, trim_scale(t.price)::text as price,
           c.allocated_shares, c.cost_pence, c.fee_pence, f.called_pence, f.open_pence, f.refund_pence, c.reference, c.due_at, c.grace_until, c.reconsent_until,
           (select coalesce(sum(p.amount_pence), 0)::bigint from outgoing_payments p
             where p.deal_id = c.deal_id and p.commitment_id = c.id and p.kind = 'refund' and p.state = 'paid') as refunded_pence,
           case when c.due_at > clock.now then c.due_at when c.grace_until > clock.now then c.grace_until end as pay_by,
           a.frozen_until, coalesce(o.offered, 0) as offered_shares, o.closes_at as offer_until,
           t.number as terms_number, t.created_at as terms_set_at, t.minimum_commitment_pence as minimum_pence,
           case when c.said_sent_at >= c.called_at then c.said_sent_at end as said_sent_at, c.state_since,
           f.arrived_on, coalesce(f.arrived_on > (c.due_at at time zone 'Europe/London')::date, false) as is_late,
           borne_for(c.id) as borne_pence, unbooked_pence(c.id) as pending_pence, h.issued_on, e.closes_at, e.closes_at > clock.now as is_open, e.instead_of, e.closing_reason,
           (select jsonb_build_object('asked_shares', x.asked_shares, 'capacity_shares', x.capacity_shares)
              from allocations x where x.deal_id = d.id and x.state = 'final') as round,
           changes.kinds[1] as last_change, changes.shares[2] as shares_before
      from commitments c
      cross join lateral (select coalesce(${now}::timestamptz, app_now()) as now) clock
      left join investor_records r on r.id = c.record_id
      join deals d on d.id = c.deal_id
      join companies company on company.id = d.company_id
      join deal_terms t on t.id = c.terms_id
      cross join lateral called_funds(c.id) f
      left join collection_accounts a on a.deal_id = d.id and a.confirmed_at is not null and a.replaced_at is null
      left join lateral (select l.offered, u.closes_at from top_ups u join top_up_lines l on l.top_up_id = u.id
                          where l.commitment_id = c.id and u.ended_at is null limit 1) o on true
      join deal_ends e on e.deal_id = d.id
      left join holdings h on h.commitment_id = c.id
      cross join lateral (
        select array_agg(v.kind order by v.happened_at desc, v.id desc) as kinds, array_agg(v.shares order by v.happened_at desc, v.id desc) as shares
          from commitment_events v
         where v.commitment_id = c.id and v.kind in ('placed', 'raised', 'lowered', 'changed', 'kept')) changes
     where c.id = any (${[...ids]}::uuid[])`.execute(db);
  return rows.map(toCommitment);
}

function toCommitment({ allocated_shares, cost_pence, fee_pence, ...found }: CommitmentRow): FoundCommitment {
  const row = { ...found, fewer: fewerOf(found) };
  if (allocated_shares !== null && cost_pence !== null && fee_pence !== null)
    return { ...row, shares: allocated_shares, cost_pence, fee_pence, due_pence: cost_pence + fee_pence };
  const asked = mostCosts({ price: row.price, shares: row.asked_shares, feeBp: row.fee_bp });
  return {
    ...row,
    shares: asked.shares,
    cost_pence: asked.costPence,
    fee_pence: asked.feePence,
    due_pence: asked.duePence,
  };
}

/** Returns the shares that a part of the money pays for. */
function fewerOf({ state, called_pence, open_pence, borne_pence, price, fee_bp, minimum_pence }: Found) {
  if (state !== "part_paid") return null;
  const applied = called_pence - open_pence;
  const { shares, duePence } = affordableShares({ price, feeBp: fee_bp }, applied);
  if (shares < minimumShares(price, minimum_pence)) return null;
  return { shares, due_pence: duePence, back_pence: Math.max(0, applied - borne_pence - duePence) };
}

type Found = Omit<CommitmentRow, "allocated_shares" | "cost_pence" | "fee_pence">;

/** Reads on the owner's connection. @param userId whose own part it has. */
export async function readAnnouncedFacts(
  db: Kysely<DB>,
  id: string,
  userId: string | null = null,
): Promise<AnnouncedFacts | undefined> {
  const { rows } = await sql<Omit<AnnouncedFacts, "own">>`select * from announced_facts(${id})`.execute(db);
  const [facts] = rows;
  if (!facts) return undefined;
  const own = userId === null ? undefined : (await readOwnParts(db, id, userId)).get(userId);
  return { ...facts, own: own ?? null };
}

/** What an announced exit is for each who has a part in it, or for one. Of the owner's connection. */
async function readOwnParts(db: Kysely<DB>, id: string, userId: string | null = null): Promise<Map<string, OwnPart>> {
  const { rows } = await sql<OwnPart & { user_id: string }>`
    select r.user_id, sum(l.shares)::bigint as shares, sum(l.gross_pence)::bigint as gross_pence,
           sum(l.costs_pence)::bigint as costs_pence, sum(l.paid_pence)::bigint as paid_pence,
           (select sum(holding_shares_left(held.id)) from holdings held
             where held.record_id = r.id and held.company_id = e.company_id)::bigint as held
      from announced_confirmations a
      join exits e on e.id = a.subject_id
      join exit_lines l on l.exit_id = e.id
      join holdings h on h.id = l.holding_id
      join investor_records r on r.id = h.record_id
     where a.id = ${id} and a.kind = 'exit' and r.user_id is not null
       and (${userId}::uuid is null or r.user_id = ${userId}::uuid)
     group by r.id, r.user_id, e.company_id`.execute(db);
  return new Map(rows.map(({ user_id, ...part }) => [user_id, part]));
}

/** @returns by "user company" what each holder has left of shares at a price of nothing. It reads on the owner's connection. */
async function readOwnLosses(db: Kysely<DB>, companyIds: readonly string[]): Promise<Map<string, OwnLoss>> {
  const { rows } = await sql<OwnLoss & { user_id: string; subject_id: string }>`
    select r.user_id, h.company_id as subject_id, max(lost.as_of) as day, bool_or(h.scheme is not null) as has_scheme,
           sum(holding_shares_left(h.id))::integer as shares
      from holdings h
      join investor_records r on r.id = h.record_id
      cross join lateral (
        select s.as_of from share_prices s
         where s.company_id = h.company_id and s.basis = 'nil' and s.confirmed_at is not null
           and (s.share_class is null or s.share_class = h.share_class)
         order by s.as_of desc limit 1) lost
     where h.company_id = any (${companyIds}::uuid[]) and r.user_id is not null
     group by r.user_id, h.company_id having sum(holding_shares_left(h.id)) > 0`.execute(db);
  return new Map(rows.map(({ user_id, subject_id, ...loss }) => [keyOf({ user_id, subject_id }), loss]));
}

/** @returns undefined where the person holds no shares of the company of which nothing is left. */
export const findOwnLoss = async (db: Kysely<DB>, companyId: string, userId: string): Promise<OwnLoss | undefined> =>
  (await readOwnLosses(db, [companyId])).get(keyOf({ user_id: userId, subject_id: companyId }));
