import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie, setSignedCookie } from "hono/cookie";
import { type Selectable, sql, type Transaction } from "kysely";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import type { AuthSessions, DB } from "../../platform/db/database.generated.ts";
import type { AuditDetails } from "../../platform/db/types.ts";
import { clientIp } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import { ownerOf } from "../owner-of.ts";
import { isKnownDevice, rememberDevice } from "../passwords/known-device.ts";
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

interface SignIn {
  userId: string;
  token: string;
  /** Second factor that was given. */
  factor?: "totp" | "recovery_code" | "passkey";
  details?: AuditDetails;
}

/** In a browser, which is known from now on. */
export async function recordSignIn(c: Context<Environment>, signIn: SignIn): Promise<void> {
  const isKnown = await isKnownDevice(c, signIn.userId);
  await record(c, signIn, async () => isKnown);
  await rememberDevice(c, signIn.userId);
  await rememberBrowser(c, signIn.userId);
}

/** A program keeps no cookies: another session of the same name and address is what makes it known. */
export const recordProgramSignIn = (c: Context<Environment>, signIn: SignIn): Promise<void> =>
  record(c, signIn, async (tx, sessionId) => {
    const { rows } = await sql`
      select from auth.sessions mine join auth.sessions other using (user_id, user_agent, ip_address)
       where mine.id = ${sessionId} and other.id <> mine.id limit 1`.execute(tx);
    return rows.length > 0;
  });

async function record(
  c: Context<Environment>,
  { userId, token, factor, details = {} }: SignIn,
  isKnown: (tx: Transaction<DB>, sessionId: string) => Promise<boolean>,
): Promise<void> {
  const { asOwner, now } = ownerOf(c);
  await asOwner(userId, async (tx, effects) => {
    const own = tx.selectFrom("auth.sessions").select("id").where("token", "=", token).where("user_id", "=", userId);
    const session = await own.executeTakeFirst();
    if (session && factor) {
      await tx.updateTable("auth.sessions").set({ factor_at: now() }).where("id", "=", session.id).execute();
    }
    effects.audit("signed_in", userId, factor ? { factor, ...details } : details);
    if (!session || !(await hasSignedInBefore(tx, userId)) || (await isKnown(tx, session.id))) return;
    effects.mail("new-device", { user_id: userId, session_id: session.id });
  });
}

/** A person who signs in for the first time knows of it. */
async function hasSignedInBefore(tx: Transaction<DB>, userId: string): Promise<boolean> {
  const earlier = tx
    .selectFrom("audit_events")
    .select("id")
    .where("kind", "=", "signed_in")
    .where("actor_id", "=", userId);
  return (await earlier.limit(1).executeTakeFirst()) !== undefined;
}

const lifetimeSeconds = 365 * 24 * 60 * 60;
const shape = /^[\w-]{43}$/;

const cookieName = (appUrl: string) => `${cookiePrefix(appUrl)}kindling.browser`;

/**
 * Records whose browser it is: two who used one within 30 days are no two persons where money moves (`second_person_refusal`). It
 * stays when somebody signs out, and grants nothing.
 */
export async function rememberBrowser(c: Context<Environment>, userId: string): Promise<void> {
  const { appUrl, db, now } = ownerOf(c);
  const name = cookieName(appUrl);
  const known = getCookie(c, name);
  const secret = known && shape.test(known) ? known : randomBytes(secretBytes).toString("base64url");
  setCookie(c, name, secret, {
    httpOnly: true,
    secure: appUrl.startsWith("https:"),
    sameSite: "Lax",
    path: "/",
    maxAge: lifetimeSeconds,
  });
  const at = now();
  const device_hash = createHash("sha256").update(secret).digest("hex");
  await db
    .insertInto("auth.devices")
    .values({ user_id: userId, device_hash, first_seen_at: at, last_seen_at: at })
    .onConflict((row) => row.columns(["user_id", "device_hash"]).doUpdateSet({ last_seen_at: at }))
    .execute();
  await sql`delete from auth.devices where user_id = ${userId}
    and last_seen_at < ${at}::timestamptz - make_interval(secs => ${lifetimeSeconds})`.execute(db);
}
