import { sql, type Transaction } from "kysely";
import type { Deletion, IsDue, OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import type { Limits } from "../limits.ts";
import { sealInvestorRecord } from "./seal-investor-record.ts";

export type DeletionContext = Pick<OwnerContext, "asOwner" | "limits" | "readClub" | "now">;

/** @param isDue checked after the account's row is locked. @returns false when it was not due. */
export async function deleteAccount(
  { asOwner, limits, readClub, now }: DeletionContext,
  userId: string,
  { actorId, reason }: Deletion,
  isDue: IsDue,
): Promise<boolean> {
  // Before the transaction, which must not wait for another connection.
  const { deals } = await readClub();
  const emails = await asOwner(actorId, async (tx, effects) => {
    const person = await tx
      .selectFrom("auth.users")
      .select("email")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!(await isDue(tx)) || !person) return undefined;
    effects.audit("account_deleted", userId, { reason });
    effects.publish("person.deleted", { user_id: userId });
    await sealInvestorRecord({ deals, now: now() }, tx, effects, userId);
    await freeEventPlaces(tx, effects, userId, now());
    return deleteRows(tx, effects, userId, person.email);
  });
  if (!emails) return false;
  await limits.twoFactorPardonsPerDay.reset(userId);
  await liftLimits(limits, { userId, emails });
  return true;
}

/** Their places go with the account; who waits for one is offered it. Locked in one order, as others answer meanwhile. */
async function freeEventPlaces(tx: Transaction<DB>, effects: Effects, userId: string, now: Date): Promise<void> {
  const events = await tx
    .selectFrom("event_places")
    .select("event_id")
    .where("event_id", "in", (query) =>
      query.selectFrom("event_answers").select("event_id").where("user_id", "=", userId),
    )
    .orderBy("event_id")
    .forUpdate()
    .execute();
  for (const { event_id } of events) effects.schedule("event-places", { event_id }, now);
}

/** @returns the person's addresses. */
async function deleteRows(tx: Transaction<DB>, effects: Effects, userId: string, email: string): Promise<string[]> {
  const addresses = await addressesOf(tx, userId, email);
  const invitations = await tx
    .deleteFrom("invitations")
    .where((where) =>
      where.or([
        where("used_by", "=", userId),
        where.and([where("email", "in", addresses), where("used_by", "is", null)]),
      ]),
    )
    .returning("id")
    .execute();
  const imported = await tx.deleteFrom("pending_members").where("email", "in", addresses).returning("id").execute();
  const newsletter = await tx
    .deleteFrom("newsletter_subscriptions")
    .where("email", "in", addresses)
    .returning("id")
    .execute();
  const changes = await tx.selectFrom("auth.email_changes").select("id").where("user_id", "=", userId).execute();
  await tx.deleteFrom("auth.verifications").where("value", "=", userId).execute();
  await forgetJobs(tx, [userId, ...[...changes, ...invitations, ...newsletter].map(({ id }) => id)]);
  await forgetName(tx, userId);
  await tx.deleteFrom("auth.users").where("id", "=", userId).execute();
  for (const { id } of invitations) effects.audit("invitation_deleted", id);
  for (const { id } of newsletter) effects.audit("newsletter_removed", id);
  for (const { id } of imported) effects.audit("imported_member_deleted", id);
  return addresses;
}

/** The current and former addresses, without those that belong to another account by now. */
async function addressesOf(tx: Transaction<DB>, userId: string, email: string): Promise<string[]> {
  const former = await tx
    .selectFrom("auth.email_changes")
    .select("old_email")
    .where("user_id", "=", userId)
    .where("changed_at", "is not", null)
    .where("old_email", "not in", (query) => query.selectFrom("auth.users").select("email"))
    .execute();
  return [email, ...former.map(({ old_email }) => old_email)];
}

/** Takes their name out of the notices of others: of introductions, and of who signs. */
async function forgetName(tx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    update notices set text = null
     where subject_id in (select id from introductions where ${userId} in (asker_id, asked_id)
                          union all select id from signatories where user_id = ${userId})`.execute(tx);
}

/** Deletes every job about one of these ids, done or not, mails included. */
async function forgetJobs(tx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`delete from pgboss.job
    where exists (select from jsonb_each_text(data) as field where field.value = any(${ids}::text[]))`.execute(tx);
}

interface Counted {
  userId: string;
  /** The current one, and former ones of a deleted account. */
  emails: readonly string[];
}

/** Forgets every attempt counted for one person; those of a network stay. */
export async function liftLimits(limits: Limits, { userId, emails }: Counted): Promise<void> {
  const perPerson = [limits.twoFactorCodesPerPerson, limits.twoFactorCodesPerDay, limits.emailChangesPerPerson];
  await Promise.all([...perPerson.map((limit) => limit.reset(userId)), limits.passwordsPerDevice.resetGroup(userId)]);
  const { passwordsPerEmail, rightPasswordsPerEmail, verificationMailsPerEmail, newsletterMailsPerEmail } = limits;
  const { recoveryMailsPerEmail, signInLinkMailsPerEmail, emailChangeMailsPerEmail } = limits;
  const perEmail = [passwordsPerEmail, rightPasswordsPerEmail, verificationMailsPerEmail, newsletterMailsPerEmail];
  for (const email of emails) {
    for (const limit of [...perEmail, recoveryMailsPerEmail, signInLinkMailsPerEmail, emailChangeMailsPerEmail]) {
      await limit.reset(email);
    }
    await limits.passwordsPerEmailAndAddress.resetGroup(email);
  }
}
