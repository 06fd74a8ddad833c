import type { Context } from "hono";
import type { Transaction } from "kysely";
import type { Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { revokeOwnApiKeys } from "../api-keys/api-keys.ts";
import { ownerOf } from "../owner-of.ts";

/** @returns false when it is not their session. */
export async function revokeSession(tx: Transaction<DB>, userId: string, id: string): Promise<boolean> {
  const session = tx.deleteFrom("auth.sessions").where("id", "=", id).where("user_id", "=", userId);
  return (await session.returning("id").executeTakeFirst()) !== undefined;
}

interface Ending {
  userId: string;
  /** The session that stays; null for none. */
  keptId: string | null;
  at: Date;
  /** Why, for the audit row of the keys. */
  by: string;
}

/**
 * Signs a person out everywhere else and revokes their API keys. Every change of a way in calls it.
 * @returns the number of sessions.
 */
export async function endOtherAccess(
  tx: Transaction<DB>,
  effects: Effects,
  { userId, keptId, at, by }: Ending,
): Promise<number> {
  await revokeOwnApiKeys(tx, effects, { userId, at, by });
  const sessions = tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", userId)
    .$if(keptId !== null, (query) => query.where("id", "!=", keptId));
  return (await sessions.returning("id").execute()).length;
}

/** Its cookie is overwritten, so no browser could sign it out. */
export async function revokeReplacedSession(c: Context<Environment>, newSessionId?: string): Promise<void> {
  const { session } = c.var;
  const dependencies = ownerOf(c);
  if (session?.tokenType !== "cookie" || session.id === newSessionId) return;
  await dependencies.asOwner(session.userId, async (tx, effects) => {
    if (!(await revokeSession(tx, session.userId, session.id))) return;
    effects.audit("session_ended", session.userId, { reason: "signed_in_again" });
  });
}
