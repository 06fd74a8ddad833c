import { type Expression, type SqlBool, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { directoryQuerySchema, ProfileInput } from "#shared/member-profiles.ts";
import type { DB } from "../../db/database.generated.ts";
import { fromCursor, toCursor } from "../../http/page-of.ts";
import { profileColumns, toProfileRow } from "./profile-row.ts";

/**
 * A page of the directory as the JSON text that PostgreSQL makes of it, to be passed on unread.
 * @param query as `directoryQuerySchema` parses it.
 */
export async function directoryPage(tx: Transaction<DB>, query: z.infer<typeof directoryQuerySchema>): Promise<string> {
  const { limit, q, expertise } = query;
  const after = fromCursor(query.cursor);
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`is_visible`];
  if (after) conditions.push(sql<SqlBool>`(created_at, id) < (${after.moment}::timestamptz, ${after.id}::uuid)`);
  if (q) conditions.push(matches(q));
  if (expertise) {
    conditions.push(
      sql<SqlBool>`exists (select from unnest(expertise) as skill where lower(skill) = lower(${expertise}))`,
    );
  }
  const page = await sql<{ items: string; more: boolean; moment: Date | null; id: string | null }>`
    with found as (
      select ${sql.join(profileColumns.map((column) => sql.ref(column)))} from member_profiles
       where ${sql.join(conditions, sql` and `)}
       order by created_at desc, id desc limit ${limit + 1}
    ), page as (select * from found order by created_at desc, id desc limit ${limit})
    select coalesce((select json_agg(page order by created_at desc, id desc) from page)::text, '[]') as items,
           (select count(*) from found) > ${limit} as more,
           (select min(created_at) from page) as moment,
           (select id from page order by created_at, id limit 1) as id`.execute(tx);
  const row = page.rows[0];
  if (!row) throw new Error("an aggregate always answers a row");
  const nextCursor = row.more && row.moment && row.id ? toCursor(row.moment, row.id) : null;
  return `{"items":${row.items},"next_cursor":${JSON.stringify(nextCursor)}}`;
}

/** Whether the words stand in what a card shows, letter case ignored. */
function matches(words: string): Expression<SqlBool> {
  const pattern = `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`(full_name ilike ${pattern} or company ilike ${pattern} or position ilike ${pattern}
    or location ilike ${pattern} or bio ilike ${pattern} or array_to_string(expertise, ' ') ilike ${pattern})`;
}

export const findProfileOf = (tx: Transaction<DB>, userId: string | null) =>
  tx.selectFrom("member_profiles").select(profileColumns).where("user_id", "=", userId).executeTakeFirst();

/** @returns undefined where no profile was approved yet. */
export const saveProfileOf = (tx: Transaction<DB>, userId: string | null, input: ProfileInput) =>
  tx
    .updateTable("member_profiles")
    .set({ ...toProfileRow(input), is_visible: true, updated_at: sql`now()` })
    .where("user_id", "=", userId)
    .returning(profileColumns)
    .executeTakeFirst();
