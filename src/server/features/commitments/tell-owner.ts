import type { Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";

interface Change {
  userId: string | null;
  commitmentId: string;
  kind: "commitment_placed" | "commitment_changed" | "commitment_withdrawn";
}

/** A receipt by mail and a notice, for what the caller just did to their own commitment. */
export async function tellOwner(
  tx: Transaction<DB>,
  effects: Effects,
  { userId, commitmentId, kind }: Change,
): Promise<void> {
  const { id } = await tx
    .selectFrom("own_commitment_events")
    .select("id")
    .where("commitment_id", "=", commitmentId)
    // An event that only follows from it, such as that it is paid by now, has no shares of its own.
    .where("shares", "is not", null)
    .orderBy("happened_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (!userId) return;
  effects.notify(userId, kind, commitmentId);
  effects.mail("commitment-receipt", { user_id: userId, event_id: id });
}
