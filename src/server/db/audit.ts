import type { Transaction } from "kysely";
import type { Trace } from "./as-actor.ts";
import type { DB } from "./database.generated.ts";

/** Adds audit rows in the caller's transaction, which has to run as the owner. */
export async function writeAudit(
  tx: Transaction<DB>,
  actorId: string | null,
  audits: readonly Parameters<Trace["audit"]>[],
): Promise<void> {
  if (audits.length === 0) return;
  const rows = audits.map(([kind, subjectId, details]) => ({
    actor_id: actorId,
    kind,
    subject_id: subjectId,
    details: details ?? {},
  }));
  await tx.insertInto("audit_events").values(rows).execute();
}
