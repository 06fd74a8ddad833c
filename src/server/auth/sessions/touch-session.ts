import type { Database } from "../../platform/db/connect.ts";

const writtenAgainAfterMilliseconds = 60_000;

/** Writes at most once a minute. */
export async function touchSession(
  db: Database,
  { id, updated_at }: { id: string; updated_at: Date },
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - writtenAgainAfterMilliseconds);
  if (updated_at > due) return;
  // Of concurrent requests only the first writes.
  const session = db.updateTable("auth.sessions").where("id", "=", id).where("updated_at", "<=", due);
  await session.set({ updated_at: now }).execute();
}
