import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import { registrationMessages } from "#shared/registration-messages.ts";
import type { RegistrationInput } from "#shared/registrations.ts";
import type { EnqueueMail } from "../db/as-actor.ts";
import { writeAudit } from "../db/audit.ts";
import type { Database } from "../db/connect.ts";
import type { DB } from "../db/database.generated.ts";
import { isUniqueViolation } from "../db/errors.ts";
import { Refusal } from "../http/refusal.ts";

interface Registration extends RegistrationInput {
  db: Database;
  log: Logger;
  now: Date;
  adminEmails: readonly string[];
  enqueueMail: EnqueueMail;
  hashPassword: (password: string) => Promise<string>;
}

interface Invitation {
  id: string;
  used_at: Date | null;
  expires_at: Date;
}

/**
 * Makes an account for the holder of an unused invitation: person, password, membership request, used invitation,
 * verification mail and audit row in one transaction, while the invitation's row is locked.
 * @throws Refusal invitation_invalid, invitation_used or account_exists.
 */
export async function registerAccount({
  db,
  hashPassword,
  ...registration
}: Registration): Promise<{ user_id: string }> {
  const { code, email, now } = registration;
  // Once without a lock, so that a guess costs neither a hash nor a wait.
  assertUsable(await findInvitation(db, code, email), now);
  const passwordHash = await hashPassword(registration.password);
  try {
    return await db.transaction().execute(async (tx) => {
      const invitation = assertUsable(await findInvitation(tx, code, email, { lock: true }), now);
      const imported = await tx
        .selectFrom("pending_members")
        .select("full_name")
        .where("email", "=", email)
        .executeTakeFirst();
      const name = registration.full_name?.trim() || imported?.full_name || "";
      const userId = await createPerson(tx, email, name, passwordHash);
      const isKnown = imported !== undefined || registration.adminEmails.includes(email);
      await requestMembership(tx, userId, isKnown ? now : null);
      await markUsed(tx, registration.log, invitation.id, userId, now);
      await registration.enqueueMail(tx, [{ template: "verification", user_id: userId }]);
      await writeAudit(tx, userId, [["account_registered", userId, { invitation_id: invitation.id }]]);
      return { user_id: userId };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(409, "account_exists", registrationMessages.accountExists);
    throw error;
  }
}

async function findInvitation(
  db: Database | Transaction<DB>,
  code: string,
  email: string,
  { lock = false } = {},
): Promise<Invitation | undefined> {
  const query = db
    .selectFrom("invitations")
    .select(["id", "used_at", "expires_at"])
    .where("code", "=", code)
    .where("email", "=", email);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** An expired invitation answers like none at all; a used one says so to whoever has both its code and its e-mail. */
function assertUsable(invitation: Invitation | undefined, now: Date): Invitation {
  const isExpired = invitation && invitation.used_at === null && invitation.expires_at <= now;
  if (!invitation || isExpired) {
    throw new Refusal(422, "invitation_invalid", registrationMessages.invalid.description);
  }
  if (invitation.used_at) throw new Refusal(409, "invitation_used", registrationMessages.used.description);
  return invitation;
}

async function createPerson(tx: Transaction<DB>, email: string, name: string, passwordHash: string): Promise<string> {
  const { id } = await tx
    .insertInto("auth.users")
    .values({ email, name, email_verified: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("auth.accounts")
    .values({ user_id: id, account_id: id, provider_id: "credential", password: passwordHash, updated_at: sql`now()` })
    .execute();
  return id;
}

/** @param approvedAt when the club knows the person already, by import or as one of its first admins; otherwise an admin decides. */
async function requestMembership(tx: Transaction<DB>, userId: string, approvedAt: Date | null): Promise<void> {
  const status = approvedAt ? "approved" : "pending";
  await tx
    .insertInto("user_roles")
    .values({ user_id: userId, role: "member", status, approved_at: approvedAt })
    .execute();
}

/**
 * A failure here is logged and no more: the person has an account either way, and the code is of no use to anyone else,
 * since it only goes with an e-mail that now has one.
 */
async function markUsed(
  tx: Transaction<DB>,
  log: Logger,
  invitationId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await sql`savepoint mark_used`.execute(tx);
  try {
    await tx.updateTable("invitations").set({ used_at: now, used_by: userId }).where("id", "=", invitationId).execute();
  } catch (error) {
    await sql`rollback to savepoint mark_used`.execute(tx);
    log.error({ err: error, invitation_id: invitationId }, "an invitation could not be marked as used");
  }
}
