import { fromLondonTime } from "#shared/london-time.ts";
import type { AsOwner } from "../../platform/db/types.ts";

/**
 * Publishes what a club begins with, at its first start and never again, whatever has been removed since.
 * @param isExample marks it as examples, for a club with members of its own.
 */
export function installStarterContent(
  asOwner: AsOwner,
  { isExample, now }: { isExample: boolean; now: Date },
): Promise<void> {
  return asOwner(null, async (tx) => {
    // Of two processes that start at once, one waits here for the other.
    const isFirst = await tx
      .insertInto("content_installations")
      .defaultValues()
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!isFirst) return;
    // The first start alone needs these texts.
    const { starterContent } = await import("./starter/starter-content.ts");
    const items = await tx
      .insertInto("content_items")
      .values(
        starterContent(now).map(({ kind, slug, content, published_at: publishedOn }, position) => {
          const text = JSON.stringify(content);
          const published_at = publishedOn ? fromLondonTime(publishedOn, "09:00") : now;
          const publication = {
            published: text,
            published_revision: 1,
            first_published_at: published_at,
            published_at,
          };
          return { kind, slug, draft: text, ...publication, position, is_example: isExample, updated_at: now };
        }),
      )
      .returning(["id", "draft as content"])
      .execute();
    const revisions = items.flatMap(({ id, content }) => [
      { item_id: id, number: 1, content: JSON.stringify(content), action: "saved" as const },
      { item_id: id, number: 1, content: null, action: "published" as const },
    ]);
    await tx.insertInto("content_item_revisions").values(revisions).execute();
  });
}
