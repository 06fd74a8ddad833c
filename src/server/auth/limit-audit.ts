import type { Database } from "../platform/db/connect.ts";
import type { AsOwner } from "../platform/db/types.ts";

/** Whose password, code or mailbox a limit protects, where that is known. */
export type LimitSubject = { userId: string } | { email: string };

/** Audits that a limit was reached; called once per key and window, so that no flood of tries floods the audit. */
export async function auditReachedLimit(
  db: Database,
  asOwner: AsOwner,
  limit: string,
  about?: LimitSubject,
): Promise<void> {
  const subjectId = about ? await findSubjectId(db, about) : null;
  await asOwner(null, async (_tx, effects) => effects.audit("limit_reached", subjectId, { limit }));
}

async function findSubjectId(db: Database, about: LimitSubject): Promise<string | null> {
  if ("userId" in about) return about.userId;
  const person = db.selectFrom("auth.users").select("id").where("email", "=", about.email);
  return (await person.executeTakeFirst())?.id ?? null;
}
