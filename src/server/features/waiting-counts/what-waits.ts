import { type Kysely, type RawBuilder, sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import type { WaitingKind } from "#shared/notices/notice-mail-messages.ts";
import { mostNames, type TodayPlace } from "#shared/waiting-counts/to-do-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export interface Waiting {
  kind: WaitingKind;
  subject_id: string;
}

interface Kind {
  /**
   * Rows of id, name of a person, a company or a file, since when, and the deal or exit where the kind has a row for each. What admins
   * entered themselves waits for another one.
   */
  rows: RawBuilder<unknown>;
  place: TodayPlace;
  /** The screen where it is done. */
  path: string;
  /** The page of the deal or exit. */
  pathOf?: (recordId: string) => string;
}

export type WaitingKinds = Readonly<Record<WaitingKind, Kind>>;

/** @param place whose number they are part of. @param path of the screen where it is done. */
export const waits = (rows: Kind["rows"], place: TodayPlace, path: string): Kind => ({ rows, place, path });

export const ofDeals = (
  rows: Kind["rows"],
  place: "deals" | "money",
  pathOf: Kind["pathOf"] = adminPaths.deal,
): Kind => ({
  ...waits(rows, place, adminPaths.deals),
  pathOf,
});

export const ofCompanies = (rows: Kind["rows"]): Kind => waits(rows, "companies", adminPaths.companies);

export const ofExits = (rows: Kind["rows"]): Kind => ({ ...ofCompanies(rows), pathOf: adminPaths.exit });

/** The oldest first. */
export async function listWhatWaits(db: Kysely<DB>, kinds: WaitingKinds): Promise<Waiting[]> {
  const { rows } =
    await sql<Waiting>`select kind, subject_id from (${recordsOf(kinds)}) w order by since nulls last, subject_id`.execute(
      db,
    );
  return rows;
}

interface WaitingGroup {
  kind: WaitingKind;
  deal_id: string | null;
  count: number;
}

/** A row a kind; of deals a row a deal. */
export async function countWhatWaits(db: Kysely<DB>, kinds: WaitingKinds): Promise<WaitingGroup[]> {
  const { rows } = await sql<WaitingGroup>`
    select kind, deal_id, count(*)::int as count from (${recordsOf(kinds)}) w group by kind, deal_id`.execute(db);
  return rows;
}

export async function groupWhatWaits(db: Kysely<DB>, kinds: WaitingKinds) {
  const { rows } = await sql<WaitingGroup & { names: string[]; since: Date | null }>`
    select kind, deal_id, count(*)::int as count, min(since) as since,
           coalesce(array_agg(name order by place) filter (where name is not null and place <= ${mostNames}), '{}') as names
      from (select w.*, row_number() over (partition by kind, deal_id order by since, subject_id) as place
              from (${recordsOf(kinds)}) w) w
     group by kind, deal_id order by min(since) nulls last, kind`.execute(db);
  return rows;
}

/** Names are readable by admins only. @param id of a person. */
export const nameOf = (id: RawBuilder<unknown>) =>
  sql`(select coalesce(a.full_name, a.email) from audit_people a where a.id = ${id})`;

function recordsOf(kinds: WaitingKinds) {
  const parts = Object.entries(kinds).map(
    ([name, { rows }]) => sql`select ${name}::text as kind, w.* from (${rows}) w (subject_id, name, since, deal_id)`,
  );
  return sql.join(parts, sql` union all `);
}
