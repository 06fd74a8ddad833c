import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, setSignedCookie } from "hono/cookie";
import type { Environment } from "../../context.ts";
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
