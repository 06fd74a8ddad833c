import type { Context } from "hono";
import type { Transaction } from "kysely";
import { accountMessages } from "#shared/account/account-messages.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPassword, lockPerson } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { emailChangeLifetimeHours, toEmailChange } from "./email-change.ts";
import { emailChangeRemovalTime } from "./jobs.ts";

interface Input {
  new_email: string;
  password: string;
}

const hour = 60 * 60 * 1000;

/**
 * Replaces a pending change. The response does not reveal whether the address is taken. @throws HttpError no_password,
 * wrong_password, email_taken (own address), 429.
 */
export async function requestEmailChange(c: Context<Environment>, { new_email, password }: Input) {
  const { asOwner, limits, now } = ownerOf(c);
  const session = getCurrentSession(c);
  const { userId, user } = session;
  if (new_email === user.email) {
    const errors = [{ path: "new_email", message: accountMessages.emailTaken }];
    throw new HttpError(422, "email_taken", accountMessages.emailTaken, { errors });
  }
  await assertOwnPassword(c, session, password);
  await limits.emailChangesPerPerson.take(userId, { userId });
  await limits.mailsPerAddress.take(clientAddress(c));
  const mayMail = {
    old: await limits.emailChangeMailsPerEmail.tryTake(user.email, { userId }),
    new: await limits.emailChangeMailsPerEmail.tryTake(new_email),
  };
  return asOwner(userId, async (tx, effects) => {
    await lockPersonWith(tx, userId, user.email);
    const change = await replacePending(tx, { user_id: userId, old_email: user.email, new_email }, now());
    effects.schedule("remove-email-changes", {}, emailChangeRemovalTime(change.expires_at));
    effects.audit("email_change_requested", userId);
    for (const end of ["old", "new"] as const) {
      if (mayMail[end]) effects.mail(`email-change-${end}`, { email_change_id: change.id });
    }
    return toEmailChange(change);
  });
}

/** Fails when a change confirmed concurrently has replaced the address. */
async function lockPersonWith(tx: Transaction<DB>, userId: string, email: string): Promise<void> {
  await lockPerson(tx, userId);
  const person = tx.selectFrom("auth.users").select("id").where("id", "=", userId).where("email", "=", email);
  if (!(await person.executeTakeFirst())) throw new HttpError(401, "session_missing", sessionMissingMessage);
}

/** A new row, so queued mails of the previous change find nothing and are skipped. */
async function replacePending(
  tx: Transaction<DB>,
  change: { user_id: string; old_email: string; new_email: string },
  now: Date,
) {
  const pending = tx.deleteFrom("auth.email_changes").where("user_id", "=", change.user_id);
  await pending.where("changed_at", "is", null).execute();
  const expires_at = new Date(now.getTime() + emailChangeLifetimeHours * hour);
  const added = tx.insertInto("auth.email_changes").values({ ...change, created_at: now, expires_at });
  return added.returningAll().executeTakeFirstOrThrow();
}
