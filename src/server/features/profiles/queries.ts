import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { defaultPageSize } from "#shared/lists.ts";
import { misspeltPatterns } from "#shared/match-words.ts";
import type { Tier } from "#shared/people/people-messages.ts";
import { pictureMessages } from "#shared/pictures/picture-rules.ts";
import { profileFields, withExpertise } from "#shared/profiles/profile-fields.ts";
import {
  directoryFilterLimit,
  type directoryQuerySchema,
  type ProfileInput,
  type ShownProfile,
  type SubmissionInput,
} from "#shared/profiles/profiles.ts";
import { emptyToNull } from "#shared/text.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isForeignKeyViolation } from "../../platform/db/errors.ts";
import { withUtcMoments } from "../../platform/db/utc-moments.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { fromCursor, isAfter, newestFirst, toCursor } from "../../platform/http/keyset-page.ts";
import type { Policy } from "../../platform/http/policy.ts";

/** JSON built by PostgreSQL. Words that nobody has are taken for a misspelt name, for which every name is read. */
export async function searchDirectory(db: Kysely<DB>, query: DirectoryQuery): Promise<string> {
  const { q, expertise, location, cursor } = query;
  const page = await directoryPage(db, query);
  const names = expertise || location || cursor ? [] : misspeltPatterns(q ?? "");
  if (!page.isEmpty || names.length === 0) return page.json;
  const { json } = await pageOf(db, query, sql`is_listed and folded(full_name) ~ all(${names}::text[])`);
  return json;
}

export const profileColumns = [
  "id",
  "user_id",
  ...profileFields.map(({ name }) => name),
  "is_visible",
  "created_at",
] as const;

/** The owner and admins read these columns. */
const shownProfileColumns = [...profileColumns, "updated_at", "hidden_by_owner_at", "hidden_by_admin_at"] as const;

const optionalTexts = profileFields.flatMap(({ name, kind }) => (kind === "name" || kind === "skills" ? [] : [name]));

/** Bio as entered; other empty fields become null; expertise deduplicated. */
export function toProfileRow(input: SubmissionInput) {
  const texts = optionalTexts.map((name) => [name, emptyToNull(input[name])]);
  const expertise = (input.expertise ?? []).reduce<string[]>(withExpertise, []);
  return {
    ...(Object.fromEntries(texts) as Record<(typeof optionalTexts)[number], string | null>),
    full_name: input.full_name,
    bio: input.bio ?? null,
    expertise: expertise.length > 0 ? expertise : null,
  };
}

/** A foreign key rejects pictures of others and removed ones. @throws HttpError 422 at the field. */
export async function withOwnPicture<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!isForeignKeyViolation(error, "_own_picture")) throw error;
    const errors = [{ path: "profile_image_url", message: pictureMessages.goneAtField }];
    throw new HttpError("picture_gone", pictureMessages.gone, { errors });
  }
}

/** An index answers either condition. */
export const directoryPage = (db: Kysely<DB>, query: DirectoryQuery) =>
  pageOf(db, query, isFiltered(query) ? isFound(query) : isNext(query));

/** JSON that is forwarded without parsing. */
async function pageOf(db: Kysely<DB>, { limit }: DirectoryQuery, condition: RawBuilder<unknown>) {
  const page = await sql<{ items: string; more: boolean; created_at: Date | null; id: string | null }>`
    with found as (
      select ${columns} from member_profiles
       where ${condition}
    ), page as (select * from found order by created_at desc, id desc limit ${limit})
    select coalesce((select json_agg(page order by created_at desc, id desc) from page)::text, '[]') as items,
           (select count(*) from found) > ${limit} as more,
           (select min(created_at) from page) as created_at,
           (select id from page order by created_at, id limit 1) as id`.execute(db);
  const row = page.rows[0];
  if (!row) throw new Error("an aggregate always answers a row");
  const nextCursor = row.more ? toCursor(directoryOrder, row) : null;
  return {
    json: `{"items":${withUtcMoments(row.items)},"next_cursor":${JSON.stringify(nextCursor)}}`,
    isEmpty: row.id === null,
  };
}

const columns = sql.join(profileColumns.map((column) => sql.ref(column)));

type DirectoryQuery = z.infer<typeof directoryQuerySchema>;

const isFiltered = ({ q, expertise, location }: DirectoryQuery) => Boolean(q || expertise || location);

const directoryOrder = newestFirst("created_at");

function isFound({ limit, cursor, q, expertise, location }: DirectoryQuery) {
  const [moment = null, id = null] = fromCursor(directoryOrder, cursor) ?? [];
  return sql`id in (select find_directory_profiles(${q || null}, ${expertise || null}, ${location || null},
                                                   ${moment}, ${id}, ${limit + 1}))`;
}

/** Without a filter a plain query uses the index, at half the cost of the function. */
function isNext({ limit, cursor }: DirectoryQuery) {
  const after = fromCursor(directoryOrder, cursor);
  const isRest = after ? sql`and ${isAfter(directoryOrder, after)}` : sql``;
  // Literal page size: the cached plan needs it.
  const size = limit === defaultPageSize ? sql.lit(limit + 1) : limit + 1;
  return sql`is_listed ${isRest} order by created_at desc, id desc limit ${size}`;
}

/** JSON text; each term once, in its most frequent spelling. */
export async function directoryFilters(db: Kysely<DB>): Promise<string> {
  const inUse = (kind: "expertise" | "location") => sql`
    select coalesce(json_agg(term order by term.members desc, term.value), '[]') from (
      select (array_agg(term order by members desc, term))[1] as value, sum(members) as members
        from directory_terms where kind = ${kind} and members > 0
       group by lower(term) order by 2 desc, 1 limit ${directoryFilterLimit}
    ) as term`;
  const { rows } = await sql<{ filters: string }>`
    select json_build_object('expertise', (${inUse("expertise")}), 'locations', (${inUse("location")}))::text
        as filters`.execute(db);
  return rows[0]?.filters ?? "";
}

/** @throws HttpError 404 when missing or invisible. */
export async function getProfile(db: Kysely<DB>, id: string) {
  const profile = await db
    .selectFrom("member_profiles")
    .select(shownProfileColumns)
    .select((query) =>
      query
        .selectFrom("shown_tiers")
        .select("tier")
        .whereRef("profile_id", "=", "member_profiles.id")
        .$castTo<{ tier: Tier }>()
        .as("shown_tier"),
    )
    .where("id", "=", id)
    .executeTakeFirst();
  if (!profile) throw notFound("profile");
  return profile;
}

export const findProfileOf = (db: Kysely<DB>, userId: string | null) =>
  db.selectFrom("member_profiles").select(shownProfileColumns).where("user_id", "=", userId).executeTakeFirst();

/** @returns undefined without an approved profile, and for one of another version. */
export const saveProfileOf = (tx: Transaction<DB>, userId: string | null, input: ProfileInput, version?: string) =>
  tx
    .updateTable("member_profiles")
    .set({ ...toProfileRow(input), is_visible: true, updated_at: sql`now()` })
    .where("user_id", "=", userId)
    .$if(version !== undefined, (query) => query.where("updated_at", "=", new Date(version ?? "")))
    .returning(shownProfileColumns)
    .executeTakeFirst();

/** @returns undefined without a profile. */
export const setHiddenByOwner = (tx: Transaction<DB>, userId: string | null, isHidden: boolean) =>
  tx
    .updateTable("member_profiles")
    .set({ hidden_by_owner_at: isHidden ? sql`coalesce(hidden_by_owner_at, now())` : null })
    .where("user_id", "=", userId)
    .returning(shownProfileColumns)
    .executeTakeFirst();

interface Row {
  user_id: string;
  hidden_by_owner_at: Date | null;
  hidden_by_admin_at: Date | null;
}

export const profilePolicy: Policy<Row, keyof ShownProfile["can"]> = (actor, profile) => {
  const isOwner = actor.isMember && actor.userId === profile.user_id;
  const isOtherAdmin = actor.isAdmin && actor.userId !== profile.user_id;
  return {
    edit: isOwner,
    hide: isOwner && profile.hidden_by_owner_at === null,
    show: isOwner && profile.hidden_by_owner_at !== null,
    hide_as_admin: isOtherAdmin && profile.hidden_by_admin_at === null,
    show_as_admin: isOtherAdmin && profile.hidden_by_admin_at !== null,
  };
};
