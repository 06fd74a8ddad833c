import type { Context } from "hono";
import { setSignedCookie } from "hono/cookie";
import type { Environment } from "../../context.ts";
import { clientIp } from "../../platform/http/client-address.ts";
import { ownerOf } from "../owner-of.ts";
import { revokeReplacedSession } from "./revoke-sessions.ts";

export async function startSession(c: Context<Environment>, userId: string): Promise<void> {
  await revokeReplacedSession(c);
  const { internalAdapter } = await ownerOf(c).auth.$context;
  const session = await internalAdapter.createSession(userId, false, deviceOf(c));
  await setSessionCookie(c, session.token);
}

/** Shown in the list of sessions. */
export const deviceOf = (c: Context<Environment>) => ({
  ipAddress: clientIp(c),
  userAgent: c.req.header("user-agent") ?? "",
});

export async function setSessionCookie(c: Context<Environment>, token: string): Promise<void> {
  const { auth, keys } = ownerOf(c);
  const { authCookies, sessionConfig } = await auth.$context;
  const { name, attributes } = authCookies.sessionToken;
  await setSignedCookie(c, name, token, keys.betterAuth, { ...attributes, maxAge: sessionConfig.expiresIn });
}
