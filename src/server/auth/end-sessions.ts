import type { Transaction } from "kysely";
import type { DB } from "../db/database.generated.ts";

/** Signs somebody out on one device. @returns false when that is no session of theirs. */
export async function endSession(tx: Transaction<DB>, userId: string, id: string): Promise<boolean> {
  const session = tx.deleteFrom("auth.sessions").where("id", "=", id).where("user_id", "=", userId);
  return (await session.returning("id").executeTakeFirst()) !== undefined;
}

/** Signs somebody out everywhere but in one session, if that is theirs. @returns how many were ended. */
export async function endOtherSessions(tx: Transaction<DB>, userId: string, keptId: string | null): Promise<number> {
  const sessions = tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", userId)
    .$if(keptId !== null, (query) => query.where("id", "!=", keptId));
  return (await sessions.returning("id").execute()).length;
}
