import { type Selectable, sql, type Transaction } from "kysely";
import { accountMessages } from "#shared/account/account-messages.ts";
import { emailChangeMessages } from "#shared/account/mail-link-messages.ts";
import type { OwnerContext } from "../../context.ts";
import type { AuthEmailChanges, DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { listAdmins } from "../list-admins.ts";
import { lockPerson } from "../passwords/password.ts";
import { endOtherAccess } from "../sessions/revoke-sessions.ts";
import { emailChangeTokenHash } from "./email-change.ts";

type EmailChange = Selectable<AuthEmailChanges>;
type Outcome = "confirmed" | "changed" | "taken";

/**
 * Consumes one end's token; the second confirmation changes the address and revokes other sessions. @throws HttpError
 * invalid_token, email_taken.
 */
export async function confirmEmailChange(
  dependencies: OwnerContext,
  token: string,
  keptSessionId: string | null,
): Promise<"confirmed" | "changed"> {
  const { asOwner, now } = dependencies;
  const outcome = await asOwner(null, async (tx, effects): Promise<Outcome> => {
    const change = await confirmEnd(tx, emailChangeTokenHash(token), now());
    if (!change.old_confirmed_at || !change.new_confirmed_at) return "confirmed";
    if (!(await changeEmail(tx, change, now()))) return "taken";
    const ending = { userId: change.user_id, keptId: keptSessionId, at: now(), by: "email_changed" };
    await endOtherAccess(tx, effects, ending);
    // Links that went to the old address.
    await tx.deleteFrom("auth.verifications").where("value", "=", change.user_id).execute();
    effects.audit("email_changed", change.user_id, {}, change.user_id);
    effects.mail("email-changed", { email_change_id: change.id });
    await tellOtherAdmins(tx, effects, change);
    return "changed";
  });
  if (outcome === "taken") throw new HttpError("email_taken", accountMessages.emailTaken);
  return outcome;
}

async function confirmEnd(tx: Transaction<DB>, hash: string, now: Date): Promise<EmailChange> {
  // Read again after locking: concurrent changes take the same lock.
  await lockPerson(tx, (await getChange(tx, hash, now)).user_id);
  const found = await getChange(tx, hash, now);
  const confirmed =
    found.old_token_hash === hash
      ? { old_token_hash: null, old_confirmed_at: now }
      : { new_token_hash: null, new_confirmed_at: now };
  const change = tx.updateTable("auth.email_changes").set(confirmed).where("id", "=", found.id);
  return change.returningAll().executeTakeFirstOrThrow();
}

async function getChange(tx: Transaction<DB>, hash: string, now: Date) {
  const change = await tx
    .selectFrom("auth.email_changes")
    .select(["id", "user_id", "old_token_hash"])
    .where((query) => query.or([query("old_token_hash", "=", hash), query("new_token_hash", "=", hash)]))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!change) throw new HttpError("invalid_token", emailChangeMessages.linkInvalid);
  return change;
}

/** @returns false, after cancelling the change, when the address is taken by now. */
async function changeEmail(tx: Transaction<DB>, change: EmailChange, now: Date): Promise<boolean> {
  const cancel = () => tx.deleteFrom("auth.email_changes").where("id", "=", change.id).execute();
  if (await isForAnotherAdmin(tx, change)) {
    await cancel();
    return false;
  }
  await sql`savepoint change_email`.execute(tx);
  try {
    const person = tx.updateTable("auth.users").where("id", "=", change.user_id);
    await person.set({ email: change.new_email, email_verified: true, updated_at: now }).execute();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await sql`rollback to savepoint change_email`.execute(tx);
    await cancel();
    return false;
  }
  await tx.updateTable("auth.email_changes").set({ changed_at: now }).where("id", "=", change.id).execute();
  return true;
}

/** Moving to an address of ADMIN_EMAILS must not grant admin rights; whom it is for can return to it. */
async function isForAnotherAdmin(tx: Transaction<DB>, { new_email, user_id }: EmailChange): Promise<boolean> {
  const listed = tx.selectFrom("admin_emails").select("id").where("email", "=", new_email);
  const others = listed.where((row) => row("user_id", "is distinct from", user_id));
  return (await others.executeTakeFirst()) !== undefined;
}

/** All other admins read that somebody who runs the club signs in with another address now. */
async function tellOtherAdmins(tx: Transaction<DB>, effects: Effects, { id, user_id }: EmailChange): Promise<void> {
  const admins = await listAdmins(tx);
  if (!admins.includes(user_id)) return;
  for (const admin of admins.filter((other) => other !== user_id)) {
    effects.mail("admin-email-changed", { user_id: admin, email_change_id: id });
  }
}
