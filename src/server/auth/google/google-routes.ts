import { z } from "@hono/zod-openapi";
import { symmetricDecodeJWT, symmetricEncodeJWT } from "better-auth/crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { sql, type Transaction } from "kysely";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { passwordOnlyInputSchema } from "#shared/account/account.ts";
import { googleMessages } from "#shared/account/oauth-messages.ts";
import { paths } from "#shared/paths.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPassword } from "../passwords/password.ts";
import { registerPerson } from "../registration/register-person.ts";
import { isUsableInvitation } from "../registration/usable-invitation.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { recordSignIn, startSession } from "../sessions/start-session.ts";
import { startTwoFactorChallenge } from "../two-factor/two-factor-challenge.ts";
import { type GoogleIdentity, type GoogleProvider, GoogleRefusal } from "./google-provider.ts";

/** Signs in or starts the two-factor challenge. @returns the redirect target. @throws GoogleRefusal, audited. */
async function signInWithGoogle(
  c: Context<Environment>,
  identity: GoogleIdentity,
  returnPath: string,
): Promise<string> {
  const { db, asOwner } = ownerOf(c);
  const enter = () => asOwner(null, (tx, effects) => findOrRegister(tx, effects, identity, ownerOf(c)));
  const userId = await againIfRaced(enter).catch(async (error) => {
    if (error instanceof GoogleRefusal) await recordRefusal(c, identity, error);
    throw error;
  });
  const person = db.selectFrom("auth.users").select("two_factor_enabled").where("id", "=", userId);
  if ((await person.executeTakeFirstOrThrow()).two_factor_enabled) {
    await startTwoFactorChallenge(c, userId);
    return `/#${paths.secondFactor}`;
  }
  const token = await startSession(c, userId);
  await recordSignIn(c, { userId, token, details: { provider: "google" } });
  return returnPath;
}

/** @throws GoogleRefusal */
async function linkGoogle(c: Context<Environment>, identity: GoogleIdentity, userId: string): Promise<void> {
  if (c.var.session?.userId !== userId) throw new GoogleRefusal("session_missing");
  const dependencies = ownerOf(c);
  const connect = () => dependencies.asOwner(userId, (tx, effects) => connectGoogle(tx, effects, userId, identity));
  await againIfRaced(connect);
}

/** Retries once after a unique violation: the concurrent insert is then found. */
const againIfRaced = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error) => {
    if (isUniqueViolation(error)) return work();
    throw error;
  });

async function recordRefusal(c: Context<Environment>, { verifiedEmail }: GoogleIdentity, { code }: GoogleRefusal) {
  const { db, asOwner } = ownerOf(c);
  const owner = db
    .selectFrom("auth.users")
    .select("id")
    .where("email", "=", verifiedEmail ?? "");
  const subjectId = (await owner.executeTakeFirst())?.id ?? null;
  const details = { provider: "google", reason: code };
  await asOwner(null, async (_tx, effects) => effects.audit("sign_in_failed", subjectId, details));
}

type Needed = Pick<OwnerContext, "now" | "adminEmails" | "log">;

/**
 * Finds by connection, else by e-mail verified here and hosted by Google, else registers by invitation. @throws
 * GoogleRefusal.
 */
async function findOrRegister(
  tx: Transaction<DB>,
  effects: Effects,
  identity: GoogleIdentity,
  dependencies: Needed,
): Promise<string> {
  const email = identity.verifiedEmail;
  // Locked first: of two concurrent sign-ins the later finds the person the earlier created.
  const invitation = email === undefined ? undefined : await lockInvitation(tx, email, dependencies.now());
  const known = await findByGoogle(tx, identity);
  if (known) return known;
  if (email === undefined) throw new GoogleRefusal("google_email_not_verified");
  const owner = await tx
    .selectFrom("auth.users")
    .select(["id", "email_verified"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (owner) {
    // An unverified registrant may be a stranger, whose password would remain valid.
    if (!owner.email_verified) throw new GoogleRefusal("email_not_verified");
    // Mailbox not hosted by Google: it may have a new owner, so require the password.
    if (!identity.isMailboxAtGoogle) throw new GoogleRefusal("google_not_connected");
    await connectGoogle(tx, effects, owner.id, identity);
    return owner.id;
  }
  if (!invitation) throw new GoogleRefusal("invitation_required");
  const way = { provider_id: "google", account_id: identity.sub, email, isEmailVerified: true };
  return registerPerson(tx, effects, {
    ...dependencies,
    now: dependencies.now(),
    email,
    name: identity.name,
    invitation,
    way,
  });
}

const lockInvitation = (tx: Transaction<DB>, email: string, now: Date) =>
  tx
    .selectFrom("invitations")
    .select("id")
    .where("email", "=", email)
    .where(isUsableInvitation(now))
    .forUpdate()
    .executeTakeFirst();

async function findByGoogle(tx: Transaction<DB>, { sub }: GoogleIdentity): Promise<string | undefined> {
  const account = await tx
    .selectFrom("auth.accounts")
    .select("user_id")
    .where("provider_id", "=", "google")
    .where("account_id", "=", sub)
    .executeTakeFirst();
  return account?.user_id;
}

/** @throws GoogleRefusal when unverified, connected to somebody else, or the person has another Google account. */
async function connectGoogle(
  tx: Transaction<DB>,
  effects: Effects,
  userId: string,
  identity: GoogleIdentity,
): Promise<void> {
  const email = identity.verifiedEmail;
  if (email === undefined) throw new GoogleRefusal("google_email_not_verified");
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forUpdate().execute();
  const connectedTo = await findByGoogle(tx, identity);
  if (connectedTo === userId) return;
  if (connectedTo || (await isSomebodyElses(tx, userId, email))) throw new GoogleRefusal("google_taken");
  if (await hasGoogle(tx, userId)) throw new GoogleRefusal("other_google_connected");
  const account = { provider_id: "google", account_id: identity.sub, email, user_id: userId };
  await tx
    .insertInto("auth.accounts")
    .values({ ...account, updated_at: sql`now()` })
    .execute();
  recordChangedWayIn(effects, userId, "google_connected");
}

const isSomebodyElses = (tx: Transaction<DB>, userId: string, email: string) =>
  exists(tx.selectFrom("auth.users").select("id").where("email", "=", email).where("id", "<>", userId));

const hasGoogle = (tx: Transaction<DB>, userId: string) =>
  exists(tx.selectFrom("auth.accounts").select("id").where("user_id", "=", userId).where("provider_id", "=", "google"));

const exists = async (query: { executeTakeFirst(): Promise<unknown> }) =>
  (await query.executeTakeFirst()) !== undefined;

const route = routesOf("Sign-in");
const accountRoute = routesOf("Account");

const provider = z.literal("google");
const begunSchema = z.object({ url: z.url(), redirect: z.literal(true) });

const signIn = route("post", "/auth/sign-in/social", {
  name: "beginGoogleSignIn",
  summary: "Begin to sign in or register with Google",
  audience: "anyone",
  body: z.object({ provider, callbackURL: z.string().max(2000).optional() }),
  answer: begunSchema,
  refuses: ["google_not_configured", "google_unavailable"],
});

const connect = accountRoute("post", "/auth/link-social", {
  name: "connectGoogle",
  summary: "Begin to connect a Google account",
  audience: "person",
  body: passwordOnlyInputSchema.extend({ provider }),
  answer: begunSchema,
  refuses: [
    "wrong_password",
    "google_not_configured",
    "no_password",
    "rate_limited",
    "google_unavailable",
    "passwords_busy",
  ],
});

const callback = route("get", "/auth/callback/google", {
  name: "finishGoogleSignIn",
  summary: "Where Google sends the browser back to",
  audience: "anyone",
  description: "To the members area, or to the sign-in page, which says what went wrong.",
  status: 302,
  refuses: ["rate_limited"],
});

export const googleRoutes = createRouter()
  .openapi(signIn, async (c) => {
    const return_path = returnPathOf(c.req.valid("json").callbackURL);
    return c.json(await begin(c, { return_path, connect_to: null }), 200);
  })
  .openapi(connect, async (c) => {
    const session = getCurrentSession(c);
    getGoogle(c);
    // Persistent access: require the password, not only an open session.
    await assertOwnPassword(c, session, c.req.valid("json").password);
    return c.json(await begin(c, { return_path: accountPath, connect_to: session.userId }), 200);
  })
  .openapi(callback, async (c) => {
    const { appUrl } = ownerOf(c);
    return c.redirect(`${appUrl}${await finish(c).catch((error) => signInPageAbout(c, error))}`);
  });

async function begin(c: Context<Environment>, wish: Parameters<typeof beginAttempt>[1]) {
  const url = await getGoogle(c)
    .begin(await beginAttempt(c, wish))
    .catch((error) => {
      logGoogleError(c, error);
      throw new HttpError("google_unavailable", googleMessages.google_unavailable);
    });
  return { url: url.href, redirect: true as const };
}

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  /** Same-origin path. */
  return_path: z.string(),
  /** Person to link; null for a sign-in. */
  connect_to: z.uuid().nullable(),
});
type Attempt = z.infer<typeof attemptSchema>;

const attemptLifetimeSeconds = 10 * 60;
const purpose = "sign-in with Google";

/** State is in the database, readable by every process; the browser holds only the cookie. */
async function beginAttempt(
  c: Context<Environment>,
  wish: Pick<Attempt, "return_path" | "connect_to">,
): Promise<Attempt> {
  const attempt = { state: randomState(), nonce: randomNonce(), code_verifier: randomPKCECodeVerifier(), ...wish };
  const { keys } = ownerOf(c);
  const value = await symmetricEncodeJWT(attempt, keys.googleAttempts, purpose, attemptLifetimeSeconds);
  setCookie(c, cookieName(c), value, { ...cookieAttributes(c), maxAge: attemptLifetimeSeconds });
  return attempt;
}

/** Consumes the attempt that matches cookie and state. @throws GoogleRefusal attempt_invalid. */
async function takeAttempt(c: Context<Environment>): Promise<Attempt> {
  const { keys, limits } = ownerOf(c);
  const cookie = getCookie(c, cookieName(c));
  deleteCookie(c, cookieName(c), cookieAttributes(c));
  const { data: attempt } = attemptSchema.safeParse(
    await symmetricDecodeJWT(cookie ?? "", keys.googleAttempts, purpose),
  );
  if (!attempt || attempt.state !== c.req.query("state")) throw new GoogleRefusal("attempt_invalid");
  await limits.googleAttempts.take(attempt.state).catch((error) => {
    throw error instanceof HttpError ? new GoogleRefusal("attempt_invalid") : error;
  });
  return attempt;
}

const isSecure = (c: Context<Environment>) => ownerOf(c).appUrl.startsWith("https:");

const cookieName = (c: Context<Environment>) => `${cookiePrefix(ownerOf(c).appUrl)}kindling.google_attempt`;

const cookieAttributes = (c: Context<Environment>) =>
  ({ path: "/", httpOnly: true, secure: isSecure(c), sameSite: "Lax" }) as const;

/** @throws HttpError google_not_configured. */
function getGoogle(c: Context<Environment>): GoogleProvider {
  const { google } = ownerOf(c);
  if (!google) throw new HttpError("google_not_configured", googleMessages.google_not_configured);
  return google;
}

/** @returns the redirect target. */
async function finish(c: Context<Environment>): Promise<string> {
  const { google } = ownerOf(c);
  const { return_path, connect_to, ...secrets } = await takeAttempt(c);
  if (!google) throw new GoogleRefusal("google_not_configured");
  const identity = await google.finish(new URL(c.req.url).search, secrets);
  if (connect_to === null) return signInWithGoogle(c, identity, return_path);
  await linkGoogle(c, identity, connect_to);
  return return_path;
}

/** Errors redirect to the sign-in page: a callback must not end at JSON. */
function signInPageAbout(c: Context<Environment>, error: unknown): string {
  if (!(error instanceof GoogleRefusal)) logGoogleError(c, error);
  const code = error instanceof GoogleRefusal ? error.code : "google_unavailable";
  return `/#${paths.login}?${new URLSearchParams({ error: code, error_description: googleMessages[code] })}`;
}

interface Trouble {
  message?: unknown;
  /** The code comes from openid-client or Node. */
  code?: unknown;
  /** OAuth error, such as invalid_client. */
  error?: unknown;
  cause?: { code?: unknown };
  stack?: unknown;
}

/** Logs codes only: the error may contain personal data. */
function logGoogleError(c: Context<Environment>, error: unknown): void {
  const { message, code, error: providerCode, cause, stack } = (error ?? {}) as Trouble;
  c.var.log.error(
    { reason: message, code: code ?? cause?.code, provider_code: providerCode, stack },
    "Google sign-in failed",
  );
}

const ownPath = /^\/#\/[\w\-./?=&%#]*$/;
const membersPath = `/#${paths.members}`;
const accountPath = `/#${paths.security}`;

/** Same-origin redirect target; the origin is prepended to prevent open redirects. */
const returnPathOf = (wished: string | undefined): string =>
  wished !== undefined && ownPath.test(wished) ? wished : membersPath;
