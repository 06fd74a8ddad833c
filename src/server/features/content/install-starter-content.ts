import type { Transaction } from "kysely";
import { sitePageSlugs } from "#shared/content/site-page-layouts.ts";
import { fromLondonTime } from "#shared/london-time.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import type { StarterItem } from "./starter/starter-content.ts";

interface Given {
  /** Marks what is installed as examples, for a club with members of its own. */
  isExample: boolean;
  now: Date;
  readClub: () => Promise<Club>;
}

/**
 * Publishes what a club begins with, at its first start and never again, whatever has been removed since. The pages of the site cannot
 * be removed: a club that is older than they are gets what these pages said before.
 */
export async function installStarterContent(asOwner: AsOwner, { isExample, now, readClub }: Given): Promise<void> {
  const isFirst = await asOwner(null, async (tx) => {
    // Of two processes that start at once, one waits here for the other.
    const inserted = await tx
      .insertInto("content_installations")
      .defaultValues()
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return false;
    // The first start alone needs these texts.
    const starter = await import("./starter/starter-content.ts");
    await publishItems(tx, starter.starterContent(now), { isExample, now });
    const pages = isExample ? starter.ownClubSitePages() : starter.sampleSitePages();
    await publishItems(tx, pages, { isExample: false, now });
    return true;
  });
  if (!isFirst) await installMissingSitePages(asOwner, { isExample, now, readClub });
}

function installMissingSitePages(asOwner: AsOwner, { isExample, now, readClub }: Given): Promise<void> {
  return asOwner(null, async (tx) => {
    const present = await tx.selectFrom("content_items").select("slug").where("kind", "=", "site_page").execute();
    if (present.length === sitePageSlugs.length) return;
    const starter = await import("./starter/starter-content.ts");
    const pages = isExample ? starter.sitePagesBefore(await readClub()) : starter.sampleSitePages();
    await publishItems(tx, pages, { isExample: false, now });
  });
}

async function publishItems(
  tx: Transaction<DB>,
  starter: readonly StarterItem[],
  { isExample, now }: Pick<Given, "isExample" | "now">,
): Promise<void> {
  const items = await tx
    .insertInto("content_items")
    .values(
      starter.map(({ kind, slug, content, published_at: publishedOn }, position) => {
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
    .onConflict((conflict) => conflict.columns(["kind", "slug"]).doNothing())
    .returning(["id", "draft as content"])
    .execute();
  const revisions = items.flatMap(({ id, content }) => [
    { item_id: id, number: 1, content: JSON.stringify(content), action: "saved" as const },
    { item_id: id, number: 1, content: null, action: "published" as const },
  ]);
  if (revisions.length > 0) await tx.insertInto("content_item_revisions").values(revisions).execute();
}
