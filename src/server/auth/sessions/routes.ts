import type { Context } from "hono";
import type { z } from "zod";
import { tokenMessages, tokenPairSchema } from "#server/auth/tokens/token-schemas.ts";
import { sessionResponseSchema } from "#shared/account/session.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { readAccessToken } from "../tokens/access-token.ts";
import { consumeRefreshToken, getRefreshToken } from "../tokens/refresh-tokens.ts";
import { findCurrentSession, findSession } from "./current-session.ts";
import { revokeReplacedSession } from "./revoke-sessions.ts";
import { type CurrentSession, toSession } from "./session.ts";
import { rememberBrowser, setSessionCookie } from "./start-session.ts";

const route = routesOf("Sign-in");

const read = route("get", "/session", {
  name: "getSession",
  summary: "Who is signed in, or null",
  audience: "anyone",
  answer: sessionResponseSchema,
});

const refresh = route("post", "/session/refresh", {
  name: "refreshSession",
  summary: "Prolong the session",
  audience: "anyone",
  answer: sessionResponseSchema,
  refuses: ["400 session_missing"],
});

const exchangeTokens = route("post", "/session", {
  name: "exchangeTokens",
  summary: "Turn the tokens of a program into the session of a browser",
  audience: "anyone",
  body: tokenPairSchema,
  answer: sessionResponseSchema,
  refuses: ["invalid_token", "415 bad_request"],
});

const end = route("delete", "/session", {
  name: "signOut",
  summary: "Sign out",
  audience: "anyone",
  answer: sessionResponseSchema,
});

export const sessionRoutes = createRouter()
  .openapi(read, (c) => {
    const { session } = c.var;
    const dependencies = ownerOf(c);
    return c.json({ session: session && toSession(session, dependencies.now()) }, 200);
  })
  .openapi(refresh, async (c) => {
    const { auth, now } = ownerOf(c);
    if (!c.var.session) throw new HttpError("session_missing", sessionMissingMessage, { status: 400 });
    // Programs extend their session by refresh token.
    if (c.var.session.tokenType === "bearer") return c.json({ session: toSession(c.var.session, now()) }, 200);
    const { headers } = await auth.api.getSession({ headers: c.req.raw.headers, returnHeaders: true });
    for (const cookie of headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
    const session = await findCurrentSession(c);
    if (session) await rememberBrowser(c, session.userId);
    return c.json({ session: session && toSession(session, now()) }, 200);
  })
  .openapi(exchangeTokens, async (c) => {
    const session = await exchangeTokensForSession(c, c.req.valid("json"));
    return c.json({ session: toSession(session, ownerOf(c).now()) }, 200);
  })
  .openapi(end, async (c) => {
    const { auth, asActor, db } = ownerOf(c);
    const { session, actor } = c.var;
    if (session) await asActor(actor, async (_tx, effects) => effects.audit("signed_out", session.userId));
    if (session?.tokenType === "bearer") await db.deleteFrom("auth.sessions").where("id", "=", session.id).execute();
    const { headers } = await auth.api.signOut({ headers: c.req.raw.headers, returnHeaders: true });
    for (const cookie of headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
    // Drops the cached directory.
    return c.json({ session: null }, 200, { "clear-site-data": '"cache"' });
  });

/** Consumes the refresh token and sets the session cookie. @throws HttpError 400 invalid_jwt, invalid_token. */
async function exchangeTokensForSession(
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
