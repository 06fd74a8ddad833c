import type { Context } from "hono";
import type { Transaction } from "kysely";
import {
  emailChangeConfirmationInputSchema,
  emailChangeConfirmationSchema,
  emailChangeInputSchema,
  emailChangeSchema,
} from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPassword, lockPerson } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { emailChangeLifetimeHours, toEmailChange } from "./email-change.ts";
import { emailChangeRemovalTime } from "./jobs.ts";

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
