import type { Context } from "hono";
import { type Selectable, sql, type Transaction } from "kysely";
import {
  emailChangeConfirmationInputSchema,
  emailChangeConfirmationSchema,
  emailChangeInputSchema,
  emailChangeSchema,
} from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { emailChangeMessages } from "#shared/account/mail-link-messages.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import type { AuthEmailChanges, DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { listAdmins } from "../list-admins.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPassword, lockPerson } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { endOtherAccess } from "../sessions/revoke-sessions.ts";
import { emailChangeLifetimeHours, emailChangeTokenHash, toEmailChange } from "./email-change.ts";

const route = routesOf("Account");

const request = route("post", "/account/email-changes", {
  name: "requestEmailChange",
  summary: "Ask for another e-mail",
  audience: "person",
  body: emailChangeInputSchema,
  status: 201,
  answer: emailChangeSchema,
  refuses: ["wrong_password", "no_password", "422 email_taken", "rate_limited", "passwords_busy"],
});

const confirm = route("post", "/auth/confirm-email-change", {
  name: "confirmEmailChange",
  summary: "Confirm a change of e-mail with the token of one of its mails",
  audience: "anyone",
  body: emailChangeConfirmationInputSchema,
  answer: emailChangeConfirmationSchema,
  refuses: ["invalid_token", "email_taken"],
});

const cancel = route("delete", "/account/email-changes", {
  name: "cancelEmailChange",
  summary: "Cancel the change of e-mail that is pending, if any",
  audience: "person",
  answer: statusSchema,
});

const day = 24 * 60 * 60 * 1000;
/** Longer than the mail queue retries. */
const keptForMilliseconds = 30 * day;

const emailChangeRemovalTime = (expiresAt: Date): Date => new Date(expiresAt.getTime() + keptForMilliseconds);

export const emailChangeJobs = {
  "remove-email-changes": scheduled(
    async ({ asOwner, now }: JobContext, _data: Record<string, never>): Promise<void> => {
      const outdated = new Date(now().getTime() - keptForMilliseconds);
      await asOwner(null, (tx) => tx.deleteFrom("auth.email_changes").where("expires_at", "<=", outdated).execute());
    },
  ),
};

export const emailChangeRoutes = createRouter()
  .openapi(confirm, async (c) => {
    const { session } = c.var;
    const { token } = c.req.valid("json");
    return c.json({ outcome: await confirmEmailChange(ownerOf(c), token, session?.id ?? null) }, 200);
  })
  .openapi(request, async (c) => c.json(await requestEmailChange(c, c.req.valid("json")), 201))
  .openapi(cancel, async (c) => {
    const { userId } = getCurrentSession(c);
    await ownerOf(c).asOwner(userId, async (tx, effects) => {
      await lockPerson(tx, userId);
      const pending = tx.deleteFrom("auth.email_changes").where("user_id", "=", userId).where("changed_at", "is", null);
      const cancelled = await pending.returning("id").executeTakeFirst();
      if (cancelled) effects.audit("email_change_cancelled", userId);
    });
    return c.json({ status: true }, 200);
  });

interface Input {
  new_email: string;
  password: string;
}

const hour = 60 * 60 * 1000;

/**
 * Replaces a pending change. The response does not reveal whether the address is taken. @throws HttpError no_password,
 * wrong_password, email_taken (own address), 429.
 */
async function requestEmailChange(c: Context<Environment>, { new_email, password }: Input) {
  const { asOwner, limits, now } = ownerOf(c);
  const session = getCurrentSession(c);
  const { userId, user } = session;
  if (new_email === user.email) {
    const errors = [{ path: "new_email", message: accountMessages.emailIsOwn }];
    throw new HttpError("email_taken", accountMessages.emailIsOwn, { status: 422, errors });
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
  if (!(await person.executeTakeFirst())) throw new HttpError("session_missing", sessionMissingMessage);
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

type EmailChange = Selectable<AuthEmailChanges>;
type Outcome = "confirmed" | "changed" | "taken";

/**
 * Consumes one end's token; the second confirmation changes the address and revokes other sessions. @throws HttpError
 * invalid_token, email_taken.
 */
async function confirmEmailChange(
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
