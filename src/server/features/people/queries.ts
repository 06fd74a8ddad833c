import { type Kysely, sql, type Transaction } from "kysely";
import type { RunningCommitment } from "#shared/membership-requests/membership-requests.ts";
import type { PersonCounts, PersonFilter } from "#shared/people/people.ts";
import { type PersonStatus, personStatuses } from "#shared/people/people-messages.ts";
import { deviceName } from "../../auth/account/device-name.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { fromCursor, keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

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

/** Accounts and invitations in one list, each found by its own index. */
export function listPeople(tx: Transaction<DB>, query: ListQuery) {
  const people = tx
    .selectFrom("people_list as p")
    .select(columns)
    .where(sql<boolean>`p.id = any(array(${foundIds(query)}))`);
  return keysetPage(people, order, query);
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
