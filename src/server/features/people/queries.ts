import { type Kysely, sql, type Transaction } from "kysely";
import { misspeltPatterns } from "#shared/match-words.ts";
import type { RunningCommitment } from "#shared/membership-requests/membership-requests.ts";
import type { Investing, PersonCounts, PersonFilter } from "#shared/people/people.ts";
import { type PersonStatus, personStatuses } from "#shared/people/people-messages.ts";
import type { StatementState } from "#shared/statements/signed-statement-messages.ts";
import { deviceName } from "../../auth/account/device-name.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { fromCursor, keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { costsOf } from "../commitments/own-commitment.ts";
import { stateAt } from "../statements/queries.ts";

const columns = [
  "p.id",
  "p.user_id",
  "p.email",
  "p.full_name",
  "p.status",
  "p.tier",
  "p.tier_until",
  "p.since",
  "p.last_signed_in_at",
  "p.has_second_factor",
  "p.profile_state",
  "p.is_admin",
] as const;

const order = newestFirst("p.since", "p.id");

interface ListQuery extends PersonFilter {
  limit: number;
  cursor?: string | undefined;
}

/** Accounts and invitations in one list, each found by its own index. A name that nobody has is taken for a misspelt one. */
export async function listPeople(tx: Transaction<DB>, query: ListQuery) {
  const people = tx.selectFrom("people_list as p").select(columns);
  const page = await keysetPage(people.where(sql<boolean>`p.id = any(array(${foundIds(query)}))`), order, query);
  const names = misspeltPatterns(query.q ?? "");
  if (page.items.length > 0 || query.cursor || query.status || query.tier || names.length === 0) return page;
  return keysetPage(people.where(sql<boolean>`folded(p.full_name) ~ all(${names}::text[])`), order, query);
}

function foundIds({ q, status, tier, limit, cursor }: ListQuery) {
  const [moment = null, id = null] = fromCursor(order, cursor) ?? [];
  const accounts = sql`select find_people(${q || null}, ${status ?? null}, ${tier ?? null}, false, ${moment}, ${id}, ${limit + 1})`;
  const invited = sql`select find_invited(${q || null}, ${moment}, ${id}, ${limit + 1})`;
  if (status === "invited") return tier ? sql`select null::uuid` : invited;
  return status || tier ? accounts : sql`${accounts} union all ${invited}`;
}

export async function countPeople(db: Kysely<DB>): Promise<PersonCounts> {
  const { rows } = await sql<{
    status: PersonStatus;
    people: number;
  }>`select status, people from count_people()`.execute(db);
  const none = Object.fromEntries(personStatuses.map((status) => [status, 0])) as PersonCounts;
  return { ...none, ...Object.fromEntries(rows.map(({ status, people }) => [status, people])) };
}

/** @throws HttpError for nobody with an account. */
export async function getPerson(tx: Transaction<DB>, userId: string) {
  const person = await tx
    .selectFrom("people_list as p")
    .innerJoin("membership_requests as m", "m.user_id", "p.user_id")
    .leftJoin("member_profiles as d", "d.user_id", "p.user_id")
    .select(columns)
    .select(["m.email_verified", "m.status as request_status", "m.suspended_at", "m.ended_at"])
    .select((row) => row.ref("m.commitments").$castTo<RunningCommitment[]>().as("commitments"))
    .select(sql<number>`(select count(*)::int from mail_refusals f where f.user_id = p.user_id)`.as("mails_refused"))
    .select(
      sql<
        string | null
      >`(select f.answer from mail_refusals f where f.user_id = p.user_id order by f.refused_at desc limit 1)`.as(
        "mail_answer",
      ),
    )
    .select(["d.id as profile_id", "d.hidden_by_owner_at", "d.hidden_by_admin_at"])
    .where("p.user_id", "=", userId)
    .where("m.user_id", "=", userId)
    .executeTakeFirst();
  if (!person) throw notFound("person");
  return { ...person, user_id: userId };
}

export type PersonRow = Awaited<ReturnType<typeof getPerson>>;

export async function listPersonSessions(tx: Transaction<DB>, userId: string) {
  const sessions = await tx
    .selectFrom("people_sessions")
    .select(["id", "user_agent", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return sessions.map(({ user_agent, ...session }) => ({ ...session, device: deviceName(user_agent) }));
}

/** The latest entry of each, if any. */
export const listLatestTiers = (tx: Transaction<DB>, userIds: readonly string[]) =>
  tx
    .selectFrom("memberships as m")
    .distinctOn("m.user_id")
    .select(["m.user_id", "m.tier", "m.from_date as from", "m.until_date as until"])
    .where(sql<boolean>`m.user_id = any(${userIds}::uuid[])`)
    .orderBy("m.user_id")
    .orderBy("m.id", "desc")
    .execute();

export const listTiers = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("memberships as m")
    .select(["m.id", "m.tier", "m.reason", "m.created_at"])
    .select(["m.from_date as from", "m.until_date as until"])
    .select((query) =>
      query
        .selectFrom("audit_people as a")
        .select((by) => by.fn.coalesce("a.full_name", "a.email").as("name"))
        .whereRef("a.id", "=", "m.set_by")
        .as("set_by_name"),
    )
    .where("m.user_id", "=", userId)
    .orderBy("m.id", "desc")
    .execute();

/** What somebody is as an investor. An admin reads it with the rights of the lists that it comes from. */
export async function readInvesting(tx: Transaction<DB>, userId: string, now: Date): Promise<Investing> {
  return {
    statement: await findStatement(tx, userId, now),
    commitments: await listCommitments(tx, userId),
    holdings: await listHoldings(tx, userId),
  };
}

/** The one that is live, else one that waits for its review, else the latest. */
async function findStatement(tx: Transaction<DB>, userId: string, now: Date): Promise<Investing["statement"]> {
  const rows = await tx
    .selectFrom("statement_register as s")
    .select(["s.kind", "s.state", "s.valid_through"])
    .where("s.user_id", "=", userId)
    .orderBy("s.signed_at", "desc")
    .orderBy("s.id", "desc")
    .execute();
  const statements = rows.map((row) => stateAt(row, now));
  const latest = (wanted: StatementState) => statements.find(({ state }) => state === wanted);
  return latest("live") ?? latest("in_review") ?? statements[0] ?? null;
}

async function listCommitments(tx: Transaction<DB>, userId: string): Promise<Investing["commitments"]> {
  const rows = await tx
    .selectFrom("desk_commitments as c")
    .innerJoin("deals as d", "d.id", "c.deal_id")
    .innerJoin("companies as company", "company.id", "d.company_id")
    .select([
      "c.id",
      "c.deal_id",
      "company.name as company_name",
      "d.name as deal_name",
      "d.state as deal_state",
      "c.state",
    ])
    .select(["c.price", "c.shares", "c.fee_bp", "c.allocated_shares", "c.cost_pence", "c.fee_pence"])
    .where("c.user_id", "=", userId)
    .where("c.state", "<>", "completed")
    .orderBy("c.placed_at", "desc")
    .orderBy("c.id", "desc")
    .execute();
  return rows.map((row) => {
    const { id, deal_id, company_name, deal_name, deal_state, state } = row;
    const { shares, due_pence } = costsOf(row);
    return { id, deal_id, company_name, deal_name, deal_state, state, shares, due_pence };
  });
}

async function listHoldings(tx: Transaction<DB>, userId: string): Promise<Investing["holdings"]> {
  const { rows } = await sql<Investing["holdings"][number]>`
    select h.id, company.name as company_name, h.deal_id, d.name as deal_name, h.cost_pence, h.issued_on, h.scheme, h.certificate_on,
           holding_shares_left(h.id) as shares,
           (select p.id from papers p where p.commitment_id = h.commitment_id and p.kind = 'relief_certificate'
               and p.removed_at is null) as certificate_id,
           (select p.id from papers p where p.commitment_id = h.commitment_id and p.kind = 'beneficial_certificate'
               and p.removed_at is null) as beneficial_id
      from investor_record_list r
      join holdings h on h.record_id = r.id
      join companies company on company.id = h.company_id
      left join deals d on d.id = h.deal_id
     where r.user_id = ${userId}
     order by h.issued_on desc, h.id desc`.execute(tx);
  return rows;
}
