import { symmetricDecodeJWT, symmetricEncodeJWT } from "better-auth/crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import { ownerOf } from "../owner-of.ts";
import { GoogleRefusal } from "./google-provider.ts";

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
export async function beginAttempt(
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
export async function takeAttempt(c: Context<Environment>): Promise<Attempt> {
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
