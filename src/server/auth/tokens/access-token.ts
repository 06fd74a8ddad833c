import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { z } from "zod";
import { tokenMessages } from "#server/auth/tokens/token-schemas.ts";
import type { OwnerContext } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { accessTokenAlgorithm, accessTokenLifetimeSeconds } from "../better-auth.ts";

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

/** Valid for ten minutes, while the session lives. */
export async function signAccessToken(
  { auth, now }: Pick<OwnerContext, "auth" | "now">,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000);
  const exp = iat + accessTokenLifetimeSeconds;
  const { token } = await auth.api.signJWT({ body: { payload: { sub: userId, sid: sessionId, iat, exp } } });
  return token;
}

/** Does not check the session. @throws HttpError 400 invalid_jwt. */
export async function readAccessToken(
  { auth, appUrl, now }: Pick<OwnerContext, "auth" | "appUrl" | "now">,
  token: string,
): Promise<{ userId: string; sessionId: string; expiresAt: Date }> {
  // Better Auth's verifier reports a database outage as an invalid token.
  const keys = createLocalJWKSet((await auth.api.getJwks()) as JSONWebKeySet);
  const rules = { issuer: appUrl, audience: appUrl, algorithms: [accessTokenAlgorithm], currentDate: now() };
  const verified = await jwtVerify(token, keys, rules).catch(() => undefined);
  const { data } = claimsSchema.safeParse(verified?.payload);
  if (!data) throw new HttpError("invalid_jwt", tokenMessages.invalidJwt);
  return { userId: data.sub, sessionId: data.sid, expiresAt: new Date(data.exp * 1000) };
}
