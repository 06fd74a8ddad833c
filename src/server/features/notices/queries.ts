import type { Kysely, Transaction } from "kysely";
import { noticeRules } from "#shared/notices/notice-rules.ts";
import { type NoticeKind, type NoticesRead, noticeTexts } from "#shared/notices/notices.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";

/** Policies limit rows to the actor's own. */
export async function listNotices(db: Kysely<DB>, page: { limit: number; cursor?: string | undefined }) {
  const notices = db
    .selectFrom("notices")
    .select(["id", "kind", "text", "subject_id", "created_at", "read_at"])
    .$narrowType<{ kind: NoticeKind }>();
  const { items, next_cursor } = await keysetPage(notices, newestFirst("created_at"), page);
  const toNotice = (notice: (typeof items)[number]) => ({
    ...notice,
    text: notice.text ?? noticeTexts[notice.kind],
    path: noticeRules[notice.kind].leadsTo(notice.subject_id),
  });
  return { items: items.map(toNotice), next_cursor };
}

export async function countUnread(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom("notices")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Skips unknown ids and other people's. */
export async function markRead(tx: Transaction<DB>, which: NoticesRead, now: Date): Promise<void> {
  const unread = tx.updateTable("notices").set({ read_at: now }).where("read_at", "is", null);
  await ("ids" in which ? unread.where("id", "in", which.ids) : unread).execute();
}
