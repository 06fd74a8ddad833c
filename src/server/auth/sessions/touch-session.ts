import type { Database } from "../../platform/db/connect.ts";

const writtenAgainAfterMilliseconds = 60_000;

/** Keeps a session's last use true to the minute, without a write for every call. */
export async function touchSession(
  db: Database,
  { id, updated_at }: { id: string; updated_at: Date },
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - writtenAgainAfterMilliseconds);
  if (updated_at > due) return;
  // Of several calls at once, the first writes.
  const session = db.updateTable("auth.sessions").where("id", "=", id).where("updated_at", "<=", due);
  await session.set({ updated_at: now }).execute();
}
