import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import type { ApprovalDetails } from "#shared/audit/audit.ts";
import { londonDate } from "#shared/london-time.ts";
import { type Tier, tierMessages } from "#shared/people/people-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";

interface PersonToRegister {
  email: string;
  /** Falls back to the name of the invitation or of the import. */
  name: string | undefined;
  /** Usable and locked by this transaction. */
  invitation: { id: string };
  way: WayIn;
  now: Date;
  adminEmails: readonly string[];
  log: Logger;
}

interface WayIn {
  provider_id: string;
  isEmailVerified: boolean;
  password?: string;
  /** With a password, the user id. */
  account_id?: string;
  email?: string;
}

/** @returns the user id. */
export async function registerPerson(
  tx: Transaction<DB>,
  effects: Effects,
  { email, name, invitation, way, now, adminEmails, log }: PersonToRegister,
): Promise<string> {
  const imported = await tx
    .selectFrom("pending_members")
    .select(["full_name", "tier", "created_by"])
    .where("email", "=", email)
    .executeTakeFirst();
  const invited = await tx
    .selectFrom("invitations")
    .select(["full_name", "tier", "created_by"])
    .where("id", "=", invitation.id)
    .executeTakeFirstOrThrow();
  const userId = await createPerson(tx, email, name?.trim() || invited.full_name || imported?.full_name || "", way);
  const isFirstAdmin = adminEmails.includes(email) && !(await isForAnother(tx, email, userId));
  const by = imported ? "import" : isFirstAdmin ? "first_admin" : undefined;
  await requestMembership(tx, userId, by ? now : null);
  await markUsed(tx, log, invitation.id, userId, now);
  if (isFirstAdmin) await startSetup(tx, userId);
  effects.audit("account_registered", userId, { invitation_id: invitation.id }, userId);
  effects.publish(by ? "membership.approved" : "membership.requested", { user_id: userId });
  // Automatic approval: null actor.
  if (by) effects.audit("membership_approved", userId, { by } satisfies ApprovalDetails, null);
  // Others get the tier of their invitation as an admin approves them.
  const given = [
    { ...invited, reason: tierMessages.invited },
    { ...imported, reason: tierMessages.imported },
  ].find(({ tier }) => tier);
  if (by && given?.tier) await setFirstTier(tx, effects, userId, { ...given, tier: given.tier, now });
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

/** Returns whether the address belongs to a first admin who has another one by now. */
async function isForAnother(tx: Transaction<DB>, email: string, userId: string): Promise<boolean> {
  const listed = tx.selectFrom("admin_emails").select("id").where("email", "=", email).where("user_id", "<>", userId);
  return (await listed.executeTakeFirst()) !== undefined;
}

/** @param approvedAt set for imported people and first admins; null leaves the decision to an admin. */
async function requestMembership(tx: Transaction<DB>, userId: string, approvedAt: Date | null): Promise<void> {
  const status = approvedAt ? "approved" : "pending";
  await tx
    .insertInto("user_roles")
    .values({ user_id: userId, role: "member", status, approved_at: approvedAt })
    .execute();
}

/** From today, in the name of the admin who imported or invited them. */
async function setFirstTier(
  tx: Transaction<DB>,
  effects: Effects,
  userId: string,
  { tier, created_by = null, reason, now }: { tier: Tier; created_by?: string | null; reason: string; now: Date },
): Promise<void> {
  const from = londonDate(now);
  const { id } = await tx
    .insertInto("memberships")
    .values({ user_id: userId, tier, from_date: from, set_by: created_by, reason })
    .returning("id")
    .executeTakeFirstOrThrow();
  effects.audit("tier_changed", userId, { tier, from, until: null, membership_id: id }, created_by);
}

/** The first admin who registers sets the club up. */
async function startSetup(tx: Transaction<DB>, userId: string): Promise<void> {
  await tx
    .insertInto("club_setup")
    .values({ started_by: userId })
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Logs failures only: the code is useless once its e-mail has an account. */
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
    log.error({ err: error, invitation_id: invitationId }, "failed to mark invitation as used");
  }
}
