import { createHash, randomBytes, randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import {
  passwordChangeInputSchema,
  passwordResetInputSchema,
  passwordResetRequestSchema,
} from "#shared/account/account.ts";
import { recoveryMessages } from "#shared/account/mail-link-messages.ts";
import { signInInputSchema, signInResponseSchema } from "#shared/account/session.ts";
import { emailSchema } from "#shared/text.ts";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError, refusedField } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { callBetterAuth, passCookies } from "../call-better-auth.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { endOtherAccess, revokeReplacedSession } from "../sessions/revoke-sessions.ts";
import { recordSignIn, renewSession, setSessionCookie } from "../sessions/start-session.ts";
import { forgetWrongCodes } from "../two-factor/consume-codes.ts";
import { rememberDevice } from "./known-device.ts";
import {
  assertOwnPassword,
  assertStrongPassword,
  findPasswordOwner,
  forgetWrongPasswords,
  lockPerson,
  setPassword,
} from "./password.ts";
import { assertCredentials, signInWithPassword } from "./sign-in-with-password.ts";

const route = routesOf("Sign-in");
const accountRoute = routesOf("Account");

const signIn = route("post", "/auth/sign-in/email", {
  name: "signIn",
  summary: "Sign in with e-mail and password",
  audience: "anyone",
  body: signInInputSchema,
  answer: signInResponseSchema,
  refuses: [
    "invalid_credentials",
    "invalid_token",
    "missing_credentials",
    "email_not_verified",
    "forbidden",
    "rate_limited",
    "passwords_busy",
  ],
});

const sendVerification = route("post", "/auth/send-verification-email", {
  name: "sendVerificationMail",
  summary: "Send the verification mail again",
  audience: "anyone",
  body: z.object({ email: emailSchema }),
  answer: statusSchema,
  refuses: ["invalid_token", "rate_limited"],
});

const request = route("post", "/auth/request-password-reset", {
  name: "requestPasswordReset",
  summary: "Send a link to choose a new password",
  audience: "anyone",
  body: passwordResetRequestSchema,
  answer: statusSchema,
  refuses: ["rate_limited"],
});

const reset = route("post", "/auth/reset-password", {
  name: "resetPassword",
  summary: "Choose a new password with the token of the link",
  audience: "anyone",
  body: passwordResetInputSchema,
  answer: statusSchema,
  refuses: ["invalid_token", "weak_password", "rate_limited", "passwords_busy"],
});

const change = accountRoute("put", "/account/password", {
  name: "changePassword",
  summary: "Change the password",
  audience: "person",
  body: passwordChangeInputSchema,
  answer: statusSchema,
  refuses: ["wrong_password", "no_password", "weak_password", "rate_limited", "passwords_busy"],
});

/** `auth.verifications` stores only the hash. */
const passwordResetIdentifier = (token: string): string =>
  `password-reset:${createHash("sha256").update(token).digest("base64url")}`;

export const passwordRoutes = createRouter()
  .openapi(
    signIn,
    async (c) => {
      const response = await signInWithPassword(c, c.req.valid("json"));
      await revokeReplacedSession(c);
      passCookies(c, response);
      // Better Auth's body repeats the session token: keep it from scripts.
      const body = (await response.json()) as { token?: string };
      const answer = signInResponseSchema.parse(body);
      // With two-factor, the second step records the sign-in.
      if ("user" in answer) await recordSignIn(c, { userId: answer.user.id, token: body.token ?? "" });
      return c.json(answer, 200);
    },
    (checked) => assertCredentials(checked),
  )
  .openapi(sendVerification, async (c) => {
    const { email } = c.req.valid("json");
    await ownerOf(c).limits.mailsPerAddress.take(clientAddress(c));
    await callBetterAuth(c, { body: { email } });
    return c.json({ status: true }, 200);
  })
  .openapi(request, async (c) => {
    const { email } = c.req.valid("json");
    const dependencies = ownerOf(c);
    await dependencies.limits.mailsPerAddress.take(clientAddress(c));
    await requestPasswordReset(dependencies, email);
    return c.json({ status: true }, 200);
  })
  .openapi(reset, async (c) => {
    const { token, password } = c.req.valid("json");
    const { email, userId } = await resetPassword(ownerOf(c), token, password);
    await forgetWrongCodes(ownerOf(c), userId);
    await forgetWrongPasswords(c, email);
    await rememberDevice(c, userId);
    return c.json({ status: true }, 200);
  })
  .openapi(change, async (c) => {
    const session = getCurrentSession(c);
    const dependencies = ownerOf(c);
    const { current_password, new_password } = c.req.valid("json");
    const owner = await findPasswordOwner(dependencies.db, session.userId);
    await assertStrongPassword(new_password, (await dependencies.readClub()).identity.name, owner);
    await assertOwnPassword(c, session, current_password);
    if (new_password === current_password) throw refusedField("new_password", "This is your present password.");
    const passwordHash = await (await dependencies.auth.$context).password.hash(new_password);
    const { cookieToken } = await dependencies.asOwner(session.userId, async (tx, effects) => {
      await lockPerson(tx, session.userId);
      await setPassword(tx, session.userId, passwordHash);
      const renewed = await renewSession(tx, session);
      const at = dependencies.now();
      await endOtherAccess(tx, effects, { userId: session.userId, keptId: renewed.id, at, by: "password_changed" });
      recordChangedWayIn(effects, session.userId, "password_changed");
      return renewed;
    });
    if (cookieToken) {
      await setSessionCookie(c, cookieToken);
      await rememberDevice(c, session.userId);
    }
    return c.json({ status: true }, 200);
  });

async function requestPasswordReset(
  { asOwner, limits }: Pick<OwnerContext, "asOwner" | "limits">,
  email: string,
): Promise<void> {
  if (!(await limits.recoveryMailsPerEmail.tryTake(email, { email }))) return;
  await asOwner(null, async (tx, effects) => {
    const person = await tx.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
    effects.audit("password_reset_requested", person?.id ?? null);
    // Queued for unknown e-mails too, then dropped: equal response times.
    effects.mail("password-reset", { user_id: person?.id ?? randomUUID() });
  });
}

/**
 * Consumes the token, revokes all sessions, disconnects Google, removes passkeys, revokes API keys and marks the e-mail
 * verified. @throws HttpError invalid_token, weak_password.
 */
export async function resetPassword(
  dependencies: Pick<OwnerContext, "db" | "asOwner" | "auth" | "now" | "readClub">,
  token: string,
  password: string,
): Promise<{ userId: string; email: string }> {
  const { db, asOwner, auth, now, readClub } = dependencies;
  // Checked before hashing and locking: a guess stays cheap.
  const userId = await findOwner(db, token, now());
  const { identity } = await readClub();
  await assertStrongPassword(password, identity.name, await findPasswordOwner(db, userId));
  const passwordHash = await (await auth.$context).password.hash(password);
  return asOwner(userId, async (tx, effects) => {
    await lockPerson(tx, userId);
    await findOwner(tx, token, now());
    await setPassword(tx, userId, passwordHash);
    await endOtherAccess(tx, effects, { userId, keptId: null, at: now(), by: "password_reset" });
    await removeGoogle(tx, effects, userId);
    await removePasskeys(tx, effects, userId);
    recordChangedWayIn(effects, userId, "password_reset");
    return { userId, email: await verifyEmail(tx, effects, userId) };
  });
}

async function findOwner(db: OwnerContext["db"], token: string, now: Date): Promise<string> {
  const found = await db
    .selectFrom("auth.verifications")
    .select("value")
    .where("identifier", "=", passwordResetIdentifier(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!found) throw new HttpError("invalid_token", recoveryMessages.linkInvalid);
  return found.value;
}

async function removeGoogle(tx: Transaction<DB>, effects: Effects, userId: string): Promise<void> {
  const google = tx.deleteFrom("auth.accounts").where("user_id", "=", userId).where("provider_id", "=", "google");
  const { numDeletedRows } = await google.executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) effects.audit("google_disconnected", userId, { by: "password_reset" });
}

async function removePasskeys(tx: Transaction<DB>, effects: Effects, userId: string): Promise<void> {
  const removed = await tx.deleteFrom("auth.passkeys").where("user_id", "=", userId).returning("id").execute();
  if (removed.length > 0) effects.audit("passkey_removed", userId, { by: "password_reset" });
}

async function verifyEmail(tx: Transaction<DB>, effects: Effects, userId: string): Promise<string> {
  const person = tx.selectFrom("auth.users").select(["email", "email_verified"]).where("id", "=", userId);
  const { email, email_verified } = await person.executeTakeFirstOrThrow();
  if (!email_verified) {
    await tx.updateTable("auth.users").set({ email_verified: true }).where("id", "=", userId).execute();
    effects.audit("email_verified", userId);
  }
  return email;
}

export const passwordResetLifetimeMinutes = 60;
const tokenBytes = 32;

/** @returns undefined when the address no longer belongs to the person; serialised with e-mail changes. */
export async function createPasswordResetToken(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<string | undefined> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const identifier = passwordResetIdentifier(token);
  const { rows } = await sql`
    insert into auth.verifications (identifier, value, expires_at)
    select ${identifier}, id, now() + make_interval(mins => ${passwordResetLifetimeMinutes})
      from auth.users where id = ${id} and email = ${email} for key share
    returning id`.execute(db);
  return rows.length === 1 ? token : undefined;
}
