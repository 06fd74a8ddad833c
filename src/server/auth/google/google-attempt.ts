import { symmetricDecodeJWT, symmetricEncodeJWT } from "better-auth/crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { GoogleRefusal } from "./google-refusal.ts";

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  /** Of our own pages, where a success ends. */
  return_path: z.string(),
  /** Whose account Google is being connected to; null when somebody signs in. */
  connect_to: z.uuid().nullable(),
});
type Attempt = z.infer<typeof attemptSchema>;

export const attemptLifetimeSeconds = 10 * 60;
const purpose = "sign-in with Google";

/** Begins an attempt, which only the browser that is asking can finish: it alone holds the cookie, and any process can read it. */
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

/**
 * The attempt that this browser began and that the answer belongs to. It works once, whoever kept the cookie.
 * @throws GoogleRefusal attempt_invalid.
 */
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

/** The prefix keeps a neighbouring subdomain from planting an attempt of its own. */
const cookieName = (c: Context<Environment>) => `${isSecure(c) ? "__Host-" : ""}kindling.google_attempt`;

const cookieAttributes = (c: Context<Environment>) =>
  ({ path: "/", httpOnly: true, secure: isSecure(c), sameSite: "Lax" }) as const;
