import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { accountMessages } from "#shared/account/account-messages.ts";
import { twoFactorMinutes } from "#shared/account/sign-in-messages.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { revokeReplacedSession } from "../sessions/revoke-sessions.ts";

const lifetimeSeconds = twoFactorMinutes * 60;

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

/** Finds the person by the session or the pending challenge. @throws HttpError two_factor_expired. */
export async function findTwoFactorPerson(c: Context<Environment>): Promise<string> {
  const userId = c.var.session?.userId ?? (await findChallengedPerson(c));
  if (!userId) throw new HttpError("two_factor_expired", accountMessages.twoFactor.expired);
  return userId;
}

/** @returns the person who has given the password in this browser and not the second factor. */
export async function findChallengedPerson(c: Context<Environment>): Promise<string | undefined> {
  const { internalAdapter } = await ownerOf(c).auth.$context;
  const challenge = await readChallenge(c);
  const found = challenge && (await internalAdapter.findVerificationValue(challenge));
  return found && found.expiresAt > ownerOf(c).now() ? found.value : undefined;
}

/** After another factor than a code, which Better Auth knows nothing of. */
export async function endTwoFactorChallenge(c: Context<Environment>): Promise<void> {
  const challenge = await readChallenge(c);
  if (!challenge) return;
  const { db, auth } = ownerOf(c);
  const identifiers = [challenge, `2fa-attempts-${challenge}`];
  await db.deleteFrom("auth.verifications").where("identifier", "in", identifiers).execute();
  const { name, attributes } = (await auth.$context).createAuthCookie("two_factor");
  deleteCookie(c, name, { path: attributes.path, secure: attributes.secure });
}

async function readChallenge(c: Context<Environment>): Promise<string | undefined> {
  const { auth, keys } = ownerOf(c);
  const { name } = (await auth.$context).createAuthCookie("two_factor");
  return (await getSignedCookie(c, keys.betterAuth, name)) || undefined;
}
