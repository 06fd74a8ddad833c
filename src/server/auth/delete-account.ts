import type { Transaction } from "kysely";
import { writeAudit } from "../db/audit.ts";
import type { DB } from "../db/database.generated.ts";
import type { Dependencies } from "../http/environment.ts";
import { forgetMails } from "../jobs/forget-mails.ts";

interface Deletion {
  /** Null where the club does it by itself. */
  actorId: string | null;
  reason: "requested" | "terminated";
}

/**
 * Deletes an account and everything about its owner in one transaction; what others did with it, or it with others'
 * things, stays without a name. The audit keeps that it was deleted, by its id alone.
 * @param isToGo asked once nobody else can change the account any more.
 * @returns whether it was deleted.
 */
export async function deleteAccount(
  { db, limits }: Pick<Dependencies, "db" | "limits">,
  userId: string,
  { actorId, reason }: Deletion,
  isToGo: (tx: Transaction<DB>) => Promise<boolean>,
): Promise<boolean> {
  const emails = await db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom("auth.users")
      .select("email")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!(await isToGo(tx)) || !person) return undefined;
    const addresses = await deleteRows(tx, userId, person.email);
    await writeAudit(tx, actorId, [["account_deleted", userId, { reason }]]);
    return addresses;
  });
  if (!emails) return false;
  await limits.twoFactorCodesPerPerson.reset(userId);
  for (const email of emails) {
    await limits.passwordsPerEmail.reset(email);
    await limits.mailsPerEmail.reset(email);
  }
  return true;
}

/** @returns the addresses that were this person's. */
async function deleteRows(tx: Transaction<DB>, userId: string, email: string): Promise<string[]> {
  const changes = await tx
    .selectFrom("auth.email_changes")
    .select(["id", "old_email", "new_email"])
    .where("user_id", "=", userId)
    .execute();
  const emails = [...new Set([email, ...changes.flatMap(({ old_email, new_email }) => [old_email, new_email])])];
  const invitations = await tx
    .deleteFrom("invitations")
    .where((where) => where.or([where("email", "in", emails), where("used_by", "=", userId)]))
    .returning("id")
    .execute();
  await tx.deleteFrom("pending_members").where("email", "in", emails).execute();
  await tx.deleteFrom("auth.verifications").where("value", "=", userId).execute();
  await forgetMails(tx, [userId, ...changes.map(({ id }) => id), ...invitations.map(({ id }) => id)]);
  // Everything else belongs to the account and goes with it.
  await tx.deleteFrom("auth.users").where("id", "=", userId).execute();
  return emails;
}
