import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { accountMessages } from "#shared/account-messages.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { revokeReplacedSession } from "../sessions/revoke-sessions.ts";

const lifetimeSeconds = 10 * 60;

/**
 * Writes the rows and cookie that Better Auth's `verifyTwoFactor` expects. Signs out the browser's previous session.
 */
export async function startTwoFactorChallenge(c: Context<Environment>, userId: string): Promise<void> {
  await revokeReplacedSession(c);
  const { auth, keys } = ownerOf(c);
  const { internalAdapter, createAuthCookie, authCookies } = await auth.$context;
  const identifier = `2fa-${randomBytes(20).toString("base64url")}`;
  const expiresAt = new Date(Date.now() + lifetimeSeconds * 1000);
  await internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt });
  await internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${identifier}`, value: "0", expiresAt });
  const { sessionToken } = authCookies;
  deleteCookie(c, sessionToken.name, { path: sessionToken.attributes.path, secure: sessionToken.attributes.secure });
  const { name, attributes } = createAuthCookie("two_factor", { maxAge: lifetimeSeconds });
  await setSignedCookie(c, name, identifier, keys.betterAuth, attributes);
}

/** From the session or the pending challenge. @throws HttpError two_factor_expired. */
export async function findTwoFactorPerson(c: Context<Environment>): Promise<string> {
  if (c.var.session) return c.var.session.userId;
  const { auth, keys, now } = ownerOf(c);
  const { createAuthCookie, internalAdapter } = await auth.$context;
  const challenge = await getSignedCookie(c, keys.betterAuth, createAuthCookie("two_factor").name);
  const found = challenge && (await internalAdapter.findVerificationValue(challenge));
  if (!found || found.expiresAt <= now()) {
    throw new HttpError(401, "two_factor_expired", accountMessages.twoFactor.expired);
  }
  return found.value;
}

export async function recordSignInByFactor(
  { asOwner, now }: Pick<OwnerContext, "asOwner" | "now">,
  userId: string,
  sessionToken: string,
  factor: "totp" | "recovery_code",
): Promise<void> {
  await asOwner(userId, async (tx, effects) => {
    const session = tx.updateTable("auth.sessions").where("token", "=", sessionToken).where("user_id", "=", userId);
    await session.set({ factor_at: now() }).execute();
    effects.audit("signed_in", userId, { factor });
  });
}
