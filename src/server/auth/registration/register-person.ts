import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import type { ApprovalDetails } from "#shared/audit.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";

interface PersonToRegister {
  email: string;
  /** What they call themselves. Without it, the name under which an admin has imported them. */
  name: string | undefined;
  /** Unused, not expired, for this e-mail, and locked by the caller's transaction. */
  invitation: { id: string };
  way: WayIn;
  now: Date;
  adminEmails: readonly string[];
  log: Logger;
}

/** How the person signs in: with a password, or with an account at Google that has vouched for the e-mail. */
interface WayIn {
  provider_id: string;
  isEmailVerified: boolean;
  password?: string;
  /** The person's id at the provider and their address there; with a password, their id here. */
  account_id?: string;
  email?: string;
}

/**
 * What makes somebody a person of the club, however they sign in: person, way in, membership request, used invitation and
 * audit rows, in the caller's transaction. @returns the person's id.
 */
export async function registerPerson(
  tx: Transaction<DB>,
  effects: Effects,
  { email, name, invitation, way, now, adminEmails, log }: PersonToRegister,
): Promise<string> {
  const imported = await tx
    .selectFrom("pending_members")
    .select("full_name")
    .where("email", "=", email)
    .executeTakeFirst();
  const userId = await createPerson(tx, email, name?.trim() || imported?.full_name || "", way);
  const isFirstAdmin = adminEmails.includes(email);
  const by = imported ? "import" : isFirstAdmin ? "first_admin" : undefined;
  await requestMembership(tx, userId, by ? now : null);
  await markUsed(tx, log, invitation.id, userId, now);
  effects.audit("account_registered", userId, { invitation_id: invitation.id }, userId);
  // Decided by the club itself, so without an actor.
  if (by) effects.audit("membership_approved", userId, { by } satisfies ApprovalDetails, null);
  return userId;
}

async function createPerson(tx: Transaction<DB>, email: string, name: string, way: WayIn): Promise<string> {
  const { isEmailVerified, ...account } = way;
  const { id } = await tx
    .insertInto("auth.users")
    .values({ email, name, email_verified: isEmailVerified })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("auth.accounts")
    .values({ account_id: id, ...account, user_id: id, updated_at: sql`now()` })
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
