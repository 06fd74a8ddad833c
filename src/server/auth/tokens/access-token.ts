import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { z } from "zod";
import { tokenMessages } from "#shared/tokens.ts";
import type { OwnerContext } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { accessTokenAlgorithm, accessTokenLifetimeSeconds } from "./access-token-plugin.ts";

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

/** A token that stands for a session for ten minutes, as long as the session lives. */
export async function signAccessToken(
  { auth, now }: Pick<OwnerContext, "auth" | "now">,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000);
  const exp = iat + accessTokenLifetimeSeconds;
  const { token } = await auth.api.signJWT({ body: { payload: { sub: userId, sid: sessionId, iat, exp } } });
  return token;
}

/**
 * What a token of ours says; whether its session still lives is another matter.
 * @throws HttpError 400 invalid_jwt for one that we did not sign for ourselves, that has expired, or that is none at all.
 */
export async function readAccessToken(
  { auth, appUrl, now }: Pick<OwnerContext, "auth" | "appUrl" | "now">,
  token: string,
): Promise<{ userId: string; sessionId: string; expiresAt: Date }> {
  // Not by Better Auth's own check, which calls every token invalid while the database cannot be reached.
  const keys = createLocalJWKSet((await auth.api.getJwks()) as JSONWebKeySet);
  const rules = { issuer: appUrl, audience: appUrl, algorithms: [accessTokenAlgorithm], currentDate: now() };
  const verified = await jwtVerify(token, keys, rules).catch(() => undefined);
  const { data } = claimsSchema.safeParse(verified?.payload);
  if (!data) throw new HttpError(400, "invalid_jwt", tokenMessages.invalidJwt);
  return { userId: data.sub, sessionId: data.sid, expiresAt: new Date(data.exp * 1000) };
}
