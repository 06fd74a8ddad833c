import { createHash, hkdfSync } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "../../platform/db/connect.ts";
import type { AuthEmailChanges } from "../../platform/db/database.generated.ts";

type PendingChange = Pick<
  Selectable<AuthEmailChanges>,
  "new_email" | "old_confirmed_at" | "new_confirmed_at" | "expires_at"
>;

export const toEmailChange = ({ new_email, old_confirmed_at, new_confirmed_at, expires_at }: PendingChange) => ({
  new_email,
  is_old_confirmed: old_confirmed_at !== null,
  is_new_confirmed: new_confirmed_at !== null,
  expires_at,
});

export async function findEmailChange(db: Database, userId: string, now: Date) {
  const change = await db
    .selectFrom("auth.email_changes")
    .select(["new_email", "old_confirmed_at", "new_confirmed_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("changed_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return change ? toEmailChange(change) : null;
}

export type EmailChangeEnd = "old" | "new";

export const emailChangeLifetimeHours = 24;
const tokenBytes = 32;

/** Deterministic, so a mail sent twice contains the same valid link. */
export function emailChangeToken(key: string, changeId: string, end: EmailChangeEnd): string {
  return Buffer.from(hkdfSync("sha256", key, changeId, `email change: ${end}`, tokenBytes)).toString("base64url");
}

export const emailChangeTokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");
