import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { directoryFilterLimit, type directoryQuerySchema, type ProfileInput } from "#shared/member-profiles.ts";
import type { DB } from "../../db/database.generated.ts";
import { fromCursor, toCursor } from "../../http/page-of.ts";
import { notFound } from "../../http/refusal.ts";
import { profileColumns, toProfileRow } from "./profile-row.ts";

/**
 * A page of the directory as the JSON text that PostgreSQL makes of it, to be passed on unread.
 * @param query as `directoryQuerySchema` parses it.
 */
export async function directoryPage(tx: Transaction<DB>, query: z.infer<typeof directoryQuerySchema>): Promise<string> {
  const { limit, q, expertise, location } = query;
  const after = fromCursor(query.cursor);
  const page = await sql<{ items: string; more: boolean; moment: Date | null; id: string | null }>`
    with found as (
      select ${sql.join(profileColumns.map((column) => sql.ref(column)))} from member_profiles
       where id in (select find_directory_profiles(${q || null}, ${expertise || null}, ${location || null},
                                                   ${after?.moment ?? null}, ${after?.id ?? null}, ${limit + 1}))
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

/** What the directory can be filtered by, as JSON text: each skill and place once, in its most used spelling. */
export async function directoryFilters(tx: Transaction<DB>): Promise<string> {
  const inUse = (kind: "expertise" | "location") => sql`
    select coalesce(json_agg(term order by term.members desc, term.value), '[]') from (
      select (array_agg(term order by members desc, term))[1] as value, sum(members) as members
        from directory_terms where kind = ${kind} and members > 0
       group by lower(term) order by 2 desc, 1 limit ${directoryFilterLimit}
    ) as term`;
  const { rows } = await sql<{ filters: string }>`
    select json_build_object('expertise', (${inUse("expertise")}), 'locations', (${inUse("location")}))::text
        as filters`.execute(tx);
  return rows[0]?.filters ?? "";
}

/** @throws Refusal 404 for a profile that the caller may not see, and for none. */
export async function getProfile(tx: Transaction<DB>, id: string) {
  const profile = await tx.selectFrom("member_profiles").select(profileColumns).where("id", "=", id).executeTakeFirst();
  if (!profile) throw notFound("profile");
  return profile;
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
