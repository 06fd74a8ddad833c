import type { Context } from "hono";
import type { z } from "zod";
import { tokenMessages, type tokenPairSchema } from "#server/auth/tokens/token-schemas.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { findSession } from "../sessions/current-session.ts";
import { revokeReplacedSession } from "../sessions/revoke-sessions.ts";
import type { CurrentSession } from "../sessions/session.ts";
import { setSessionCookie } from "../sessions/start-session.ts";
import { readAccessToken } from "./access-token.ts";
import { consumeRefreshToken, getRefreshToken } from "./refresh-tokens.ts";

/** Consumes the refresh token and sets the session cookie. @throws HttpError 400 invalid_jwt, invalid_token. */
export async function exchangeTokensForSession(
  c: Context<Environment>,
  pair: z.infer<typeof tokenPairSchema>,
): Promise<CurrentSession> {
  const dependencies = ownerOf(c);
  const now = dependencies.now();
  const { sessionId } = await readAccessToken(dependencies, pair.access_token);
  const found = await getRefreshToken(dependencies, pair.refresh_token);
  if (found.sessionId !== sessionId) throw new HttpError("invalid_token", tokenMessages.invalidRefreshToken);
  const { sessionConfig } = await dependencies.auth.$context;
  const browserSessionEnd = new Date(now.getTime() + sessionConfig.expiresIn * 1000);
  const cookieToken = await dependencies.asOwner(found.userId, async (tx, effects) => {
    effects.audit("signed_in", found.userId, { by: "tokens" });
    return consumeRefreshToken(tx, found, now, browserSessionEnd);
  });
  await revokeReplacedSession(c, sessionId);
  await setSessionCookie(c, cookieToken);
  const session = await findSession(dependencies, { id: sessionId });
  if (!session) throw new HttpError("session_missing", sessionMissingMessage);
  return session;
}
