import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { setSignedCookie } from "hono/cookie";
import { type Selectable, sql, type Transaction } from "kysely";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import type { AuthSessions, DB } from "../../platform/db/database.generated.ts";
import { clientIp } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { revokeReplacedSession } from "./revoke-sessions.ts";
import type { CurrentSession } from "./session.ts";

/** @returns its secret. */
export async function startSession(c: Context<Environment>, userId: string): Promise<string> {
  await revokeReplacedSession(c);
  const { internalAdapter } = await ownerOf(c).auth.$context;
  const session = await internalAdapter.createSession(userId, false, deviceOf(c));
  await setSessionCookie(c, session.token);
  return session.token;
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

const secretBytes = 32;

interface RenewedSession {
  id: string;
  cookieToken: string | undefined;
}

/**
 * Rotates id and secret against session fixation; voids copied cookies and tokens. @throws HttpError session_missing.
 */
export async function renewSession(
  tx: Transaction<DB>,
  { id, tokenType }: Pick<CurrentSession, "id" | "tokenType">,
  changes: Partial<Pick<Selectable<AuthSessions>, "factor_at">> = {},
): Promise<RenewedSession> {
  const isCookie = tokenType === "cookie";
  if (isCookie) await tx.deleteFrom("auth.refresh_tokens").where("session_id", "=", id).execute();
  const token = randomBytes(secretBytes).toString("base64url");
  const renewed = await tx
    .updateTable("auth.sessions")
    .set({ updated_at: sql<Date>`now()`, ...changes, ...(isCookie && { id: sql<string>`app_uuid_v7()`, token }) })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!renewed) throw new HttpError("session_missing", sessionMissingMessage);
  return { id: renewed.id, cookieToken: isCookie ? token : undefined };
}
