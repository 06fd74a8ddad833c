import type { Database } from "../platform/db/connect.ts";
import type { AsOwner } from "../platform/db/types.ts";

/** The person or address that the limit protects. */
export type LimitSubject = { userId: string } | { email: string };

/** Called once per key and window, so attempts cannot flood the audit log. */
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
