import type { Transaction } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";

/** Stores why an admin did something to an account. @returns the id that its audit row names. */
export async function recordAction(
  tx: Transaction<DB>,
  actor: Caller["actor"],
  userId: string,
  kind: AuditKind,
  reason: string,
): Promise<string> {
  const action = tx.insertInto("admin_actions").values({ user_id: userId, kind, reason, acted_by: actor.userId });
  return (await action.returning("id").executeTakeFirstOrThrow()).id;
}
