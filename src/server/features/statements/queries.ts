import { type Kysely, sql, type Transaction } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import type { StatementFlag, StatementState } from "#shared/statements/signed-statement-messages.ts";
import type { ListedStatement, OwnStatement, StatementFilter } from "#shared/statements/signed-statements.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { hasEveryWord } from "../../platform/db/has-every-word.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import type { Policy, PolicyActor } from "../../platform/http/policy.ts";
import type { SealedPage } from "./page-seal.ts";

const columns = [
  "s.id",
  "s.signed_at",
  "s.signed_on",
  "s.valid_through",
  "s.state",
  "s.ended_at",
  "s.reason",
  "s.page_sha256",
] as const;

const ownStatements = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom("statements as s")
    .innerJoin("investor_records as r", "r.id", "s.record_id")
    .innerJoin("statement_forms as f", "f.id", "s.form_id")
    .select([...columns, "f.kind", "f.version_label"])
    .select(sql<StatementFlag[]>`s.flags`.as("flags"))
    .where("r.user_id", "=", userId)
    .orderBy("s.signed_at", "desc")
    .orderBy("s.id", "desc");

export const listOwnStatements = (db: Kysely<DB>, userId: string) => ownStatements(db, userId).execute();
export const findOwnStatement = (db: Kysely<DB>, userId: string, id: string) =>
  ownStatements(db, userId).where("s.id", "=", id).executeTakeFirst();

export const findOwnPage = (db: Kysely<DB>, id: string): Promise<SealedPage | undefined> =>
  db.selectFrom("statement_pages").select(["key_id", "sealed"]).where("statement_id", "=", id).executeTakeFirst();

const register = (db: Kysely<DB>) =>
  db
    .selectFrom("statement_register as s")
    .select([...columns, "s.kind", "s.version_label", "s.user_id", "s.full_name", "s.email", "s.decided_by_name"])
    .select(sql<StatementFlag[]>`s.flags`.as("flags"));

const order = newestFirst("s.signed_at", "s.id");

interface ListQuery extends StatementFilter {
  limit: number;
  cursor?: string | undefined;
  /** London date. */
  today: string;
}

export function listStatements(db: Kysely<DB>, { state, kind, q, today, ...page }: ListQuery) {
  const found = register(db)
    .$if(state !== undefined, (query) => query.where(sql<boolean>`s.state = ${state === "expired" ? "live" : state}`))
    .$if(state === "live", (query) => query.where("s.valid_through", ">=", today))
    .$if(state === "expired", (query) => query.where("s.valid_through", "<", today))
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`s.kind = ${kind}`))
    .$if(Boolean(q), (query) => query.where(hasEveryWord(sql`concat_ws(' ', s.full_name, s.email)`, q)));
  return keysetPage(found, order, page);
}

export const findStatement = (db: Kysely<DB>, id: string) => register(db).where("s.id", "=", id).executeTakeFirst();
export type StatementRow = NonNullable<Awaited<ReturnType<typeof findStatement>>>;

/** Statements that the caller owns are left out. */
export const findStatements = (db: Kysely<DB>, ids: readonly string[], userId: string | null) =>
  register(db)
    .where("s.id", "in", ids)
    .where((where) => where.or([where("s.user_id", "is", null), where("s.user_id", "<>", userId)]))
    .orderBy("s.signed_at")
    .orderBy("s.id")
    .execute();

/** Leaves an opening each, which the owners read. */
export async function openPages(tx: Transaction<DB>, ids: readonly string[], reason: string) {
  const pages = await tx
    .selectFrom(sql<DB["statement_pages"]>`open_statements(${ids}, ${reason})`.as("p"))
    .select(["statement_id", "key_id", "sealed"])
    .execute();
  const openings = await tx
    .selectFrom("investor_record_openings")
    .distinctOn("statement_id")
    .select(["statement_id", "id"])
    .where("statement_id", "in", ids)
    .orderBy("statement_id")
    .orderBy("id", "desc")
    .execute();
  const openingOf = new Map(openings.map(({ statement_id, id }) => [statement_id, id]));
  return new Map(
    pages.map((page) => [page.statement_id, { ...page, opening_id: openingOf.get(page.statement_id) ?? null }]),
  );
}

/** Whether the caller has been an approved member for longer than six months, so that this club counts as a network. */
export async function isLongMember(db: Kysely<DB>, userId: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("user_roles")
    .select("id")
    .where("user_id", "=", userId)
    .where("role", "=", "member")
    .where("status", "=", "approved")
    .where(sql<boolean>`approved_at + interval '6 months' < ${now}`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The London day on which the caller answered that no condition applies; null where they signed a statement since. */
export async function readDeclinedOn(db: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select own_declined_on() as day`.execute(db);
  return rows[0]?.day ?? null;
}

interface Row {
  state: StatementState;
  /** It is `null` once the record is sealed. */
  user_id: string | null;
}

const isOthers = (actor: PolicyActor, { user_id }: Row) => actor.isAdmin && user_id !== actor.userId;

export const statementPolicy: Policy<Row, keyof ListedStatement["can"]> = (actor, statement) => {
  const isInReview = isOthers(actor, statement) && statement.state === "in_review";
  return {
    accept: isInReview,
    refuse: isInReview,
    revoke: isOthers(actor, statement) && statement.state === "live",
    open: isOthers(actor, statement),
  };
};

export const ownStatementPolicy: Policy<Pick<Row, "state">, keyof OwnStatement["can"]> = (actor, { state }) => ({
  withdraw: actor.isMember && (state === "live" || state === "in_review"),
});

/** A statement that is stored as live expires by itself after its last London day. */
export const stateAt = <Given extends { state: Exclude<StatementState, "expired">; valid_through: string }>(
  row: Given,
  now: Date,
): Omit<Given, "state"> & { state: StatementState } => ({
  ...row,
  state: row.state === "live" && row.valid_through < londonDate(now) ? "expired" : row.state,
});
