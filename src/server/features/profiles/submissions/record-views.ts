import type { Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";

/** Once per admin, member and day. */
export async function recordViews(
  tx: Transaction<DB>,
  viewerId: string | null,
  shown: readonly { user_id: string }[],
): Promise<void> {
  const rows = shown
    .filter(({ user_id }) => user_id !== viewerId)
    .map(({ user_id }) => ({ user_id, viewer_id: viewerId }));
  if (rows.length === 0) return;
  await tx
    .insertInto("submission_views")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "viewer_id", "viewed_on"]).doNothing())
    .execute();
}
