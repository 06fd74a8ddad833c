import type { Context } from "hono";
import { getSignedCookie } from "hono/cookie";
import { accountMessages } from "#shared/account-messages.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";

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
