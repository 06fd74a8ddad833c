import { type Kysely, type KyselyPlugin, type PluginTransformQueryArgs, SelectQueryNode, sql } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";

/** Reads the content as it would be after the publication of one draft, for somebody who may read drafts. */
export function withDraftAsPublished(reader: Kysely<DB>, id: string): Kysely<DB> {
  const { with: shadow } = shadowingView(reader, id).toOperationNode();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) =>
      SelectQueryNode.is(node) && shadow ? { ...node, with: shadow } : node,
    transformResult: async ({ result }) => result,
  };
  return reader.withPlugin(plugin);
}

/** In a query, a common table expression takes the place of the view of its name. */
const shadowingView = (reader: Kysely<DB>, id: string) =>
  reader
    .with("published_content", (db) =>
      db
        .selectFrom(sql<DB["published_content"]>`public.published_content`.as("present"))
        .select(["id", "kind", "slug", "content", "first_published_at", "published_at", "position", "is_example"])
        .where("id", "<>", id)
        .unionAll(
          db
            .selectFrom("content_items")
            .select(["id", "kind", "slug", "draft as content"])
            .select(sql<Date>`coalesce(first_published_at, now())`.as("first_published_at"))
            .select(sql<Date>`now()`.as("published_at"))
            .select("position")
            .select(sql<boolean>`is_example and revision = 1`.as("is_example"))
            .where("id", "=", id),
        ),
    )
    .selectFrom("published_content")
    .selectAll();
