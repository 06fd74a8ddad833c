import { type Insertable, sql, type Transaction, type Updateable } from "kysely";
import type { ContentQuery } from "#shared/content/content.ts";
import { type ContentKind, type ContentState, orderedKinds } from "#shared/content/content-messages.ts";
import type { ContentItemRevisions, ContentItems, DB } from "../../platform/db/database.generated.ts";
import { hasEveryWord } from "../../platform/db/has-every-word.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

const isOrdered = (kind: ContentKind | undefined) => orderedKinds.some((ordered) => ordered === kind);

const positionFirst = [
  { name: "position", type: "integer", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

const listColumns = [
  "content_items.id",
  "kind",
  "slug",
  "title",
  "revision",
  "published_revision",
  "published_at",
  "publish_at",
  "is_example",
  "position",
  "updated_at",
] as const;

const stateOf = sql<ContentState>`
  case when publish_at is not null then 'scheduled' when published_revision is not null then 'published' else 'draft' end`;

/** Per row: a join would evaluate the view for every person. */
const nameOf = (column: "content_items.updated_by" | "content_item_revisions.created_by") =>
  sql<
    string | null
  >`(select coalesce(full_name, email) from audit_people where audit_people.id = ${sql.ref(column)} limit 1)`;

const updaterName = nameOf("content_items.updated_by");

const filesOfItem = sql<{ id: string; name: string }[]>`
  (select coalesce(json_agg(json_build_object('id', f.file_id, 'name', f.name) order by f.id), '[]')
     from content_files f where f.item_id = content_items.id)`;

const listed = (tx: Transaction<DB>) =>
  tx.selectFrom("content_items").select([...listColumns, stateOf.as("state"), updaterName.as("updated_by_name")]);

/** What was edited stays, and pages, which the site links to. */
export const isRemovableExample = sql<boolean>`is_example and revision = 1 and kind not in ('page', 'site_page')`;

/** Newest first; of a kind whose order admins choose, in that order. */
export function listContent(tx: Transaction<DB>, { kind, state, q, removable, ...page }: ContentQuery) {
  const items = listed(tx)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as ContentKind))
    .$if(state !== undefined, (query) => query.where(stateOf, "=", state as ContentState))
    .$if(removable === "examples", (query) => query.where(isRemovableExample))
    .$if(Boolean(q), (query) => query.where(hasEveryWord(sql`title`, q)));
  return isOrdered(kind) ? keysetPage(items, positionFirst, page) : keysetPage(items, newestFirst("updated_at"), page);
}

export const findContent = (tx: Transaction<DB>, id: string) =>
  listed(tx)
    .select(["first_published_at", "draft", filesOfItem.as("files")])
    .where("content_items.id", "=", id)
    .executeTakeFirst();

/** Locked until the end of the transaction. Without the texts, which are long to send and to parse. */
export const lockContent = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom("content_items")
    .select(["id", "kind", "slug", "revision", "published_revision", "first_published_at", "publish_at"])
    .select("is_example")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** @returns undefined when the kind has the slug already. */
export const insertContent = (
  tx: Transaction<DB>,
  { kind, slug, draft, updated_by }: { kind: ContentKind; slug: string; draft: object; updated_by: string | null },
) =>
  tx
    .insertInto("content_items")
    .values({
      kind,
      slug,
      draft: JSON.stringify(draft),
      updated_by,
      position: sql<number>`(select coalesce(max(position) + 1, 0) from content_items where kind = ${kind})`,
    })
    .onConflict((conflict) => conflict.columns(["kind", "slug"]).doNothing())
    .returning("id")
    .executeTakeFirst();

export const insertRevision = (tx: Transaction<DB>, revision: Insertable<ContentItemRevisions>) =>
  tx.insertInto("content_item_revisions").values(revision).execute();

interface DraftChange extends Updateable<ContentItems> {
  id: string;
  slug: string;
  draft: string;
  action: "saved" | "restored";
}

/**
 * One statement with its revision: a long text is sent once, and neither compared here nor read back.
 * @returns the item without its draft; undefined when it had this text and slug already.
 */
export const updateDraft = (tx: Transaction<DB>, { id, action, draft, ...changes }: DraftChange) =>
  tx
    .with("given", (query) => query.selectNoFrom(sql<object>`${draft}::jsonb`.as("draft")))
    .with("written", (query) =>
      query
        .updateTable("content_items")
        .from("given")
        .set({ ...changes, draft: sql`given.draft` })
        .where("id", "=", id)
        .where(sql<boolean>`(content_items.draft, slug) is distinct from (given.draft, ${changes.slug})`)
        .returningAll("content_items"),
    )
    .with("revised", (query) =>
      query
        .insertInto("content_item_revisions")
        .columns(["item_id", "number", "content", "action", "created_by"])
        .expression(({ selectFrom, val }) =>
          selectFrom("written").select(["id", "revision", "draft", val(action).as("action"), "updated_by"]),
        ),
    )
    .selectFrom("written as content_items")
    .select([...listColumns, "first_published_at", stateOf.as("state"), updaterName.as("updated_by_name")])
    .select(filesOfItem.as("files"))
    .executeTakeFirst();

/** Newest first. */
export const listRevisions = (
  tx: Transaction<DB>,
  itemId: string,
  page: { cursor?: string | undefined; limit: number },
) =>
  keysetPage(
    tx
      .selectFrom("content_item_revisions")
      .select(["id", "number", "action", "created_at"])
      .select(nameOf("content_item_revisions.created_by").as("created_by_name"))
      .where("item_id", "=", itemId),
    newestFirst("created_at"),
    page,
  );

export const findRevision = (tx: Transaction<DB>, itemId: string, number: number) =>
  tx
    .selectFrom("content_item_revisions")
    .select(["number", "content"])
    .where("item_id", "=", itemId)
    .where("number", "=", number)
    .where("content", "is not", null)
    .executeTakeFirst();

/** Items that are not named come after those that are. */
export async function orderContent(tx: Transaction<DB>, kind: ContentKind, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    with named as (select id, place from unnest(${ids}::uuid[]) with ordinality as given (id, place)),
         wanted as (select i.id, row_number() over (order by n.place nulls last, i.position, i.id) - 1 as position
                      from content_items i left join named n using (id) where i.kind = ${kind})
    update content_items i set position = w.position from wanted w
     where w.id = i.id and i.position <> w.position returning i.id`.execute(tx);
  return rows.length;
}
