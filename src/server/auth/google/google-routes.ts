import { z } from "@hono/zod-openapi";
import { symmetricDecodeJWT, symmetricEncodeJWT } from "better-auth/crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { passwordOnlyInputSchema } from "#shared/account/account.ts";
import { googleMessages } from "#shared/account/oauth-messages.ts";
import { paths } from "#shared/paths.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPassword } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { type GoogleProvider, GoogleRefusal } from "./google-provider.ts";
import { linkGoogle, signInWithGoogle } from "./sign-in-with-google.ts";

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
  /** From openid-client or Node. */
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
