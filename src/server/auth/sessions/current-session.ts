import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { sql } from "kysely";
import type { MembershipEnd, MembershipStatus, Session } from "#shared/account/session.ts";
import type { ApiKeyScope } from "#shared/api-keys/api-keys.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { apiKeyInvalid, assertKeyMayCall, hashOfKey, isApiKey } from "../api-keys/api-keys.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import { ownerOf } from "../owner-of.ts";
import { readAccessToken } from "../tokens/access-token.ts";
import type { CurrentSession } from "./session.ts";

/** Better Auth's cookie. */
export const sessionCookieName = (appUrl: string): string => `${cookiePrefix(appUrl)}kindling.session_token`;

/** By cookie, bearer token or API key. @throws HttpError for an invalid or expired one. */
export async function findCurrentSession(c: Context<Environment>): Promise<CurrentSession | null> {
  const { keys, appUrl } = ownerOf(c);
  const bearer = /^Bearer\b\s*(.*)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (bearer !== undefined && isApiKey(bearer)) return getSessionOfKey(c, bearer);
  if (bearer !== undefined) return getSessionOfToken(ownerOf(c), bearer);
  const token = signedValueOf(getCookie(c, sessionCookieName(appUrl)), keys.betterAuth);
  return token ? findSession(ownerOf(c), { token }) : null;
}

/** @throws HttpError 400 invalid_jwt, 401 session_missing. */
export async function getSessionOfToken(dependencies: OwnerContext, accessToken: string): Promise<CurrentSession> {
  const { sessionId, expiresAt } = await readAccessToken(dependencies, accessToken);
  const session = await findSession(dependencies, { id: sessionId });
  if (!session) throw new HttpError("session_missing", sessionMissingMessage);
  return { ...session, tokenType: "bearer", expiresAt };
}

/** @throws HttpError 401 api_key_invalid, 403 for what keys cannot do, 429. */
async function getSessionOfKey(c: Context<Environment>, bearer: string): Promise<CurrentSession> {
  const dependencies = ownerOf(c);
  const { readAs, hasReplica, limits, now } = dependencies;
  const { rows } = await sql<SessionRow & { scope: ApiKeyScope }>`
    select s.id, s.user_id, s.expires_at, coalesce(s.last_used_at, '-infinity') as updated_at, s.factor_at, null as signed_in_at, s.scope, ${ofPerson(hasReplica)}
      from auth.api_keys s join auth.users u on u.id = s.user_id
     where s.key_hash = ${hashOfKey(bearer)} and s.expires_at > ${now()} and s.revoked_at is null
       and is_admin_person(u.id)`.execute(readAs("owner"));
  const [row] = rows;
  if (!row) throw apiKeyInvalid();
  assertKeyMayCall(c, row.scope);
  await limits.callsPerApiKey.take(row.id);
  await touchKey(dependencies.db, row.id, now());
  return { ...toCurrentSession(row), tokenType: "bearer", apiKey: { id: row.id, scope: row.scope } };
}

interface SessionRow {
  id: string;
  user_id: string;
  expires_at: Date;
  updated_at: Date;
  email: string;
  email_verified: boolean;
  name: string;
  image: string | null;
  is_admin: boolean;
  membership_status: MembershipStatus | null;
  membership_end: MembershipEnd | null;
  identities: Session["user"]["identities"];
  is_factor_verified: boolean | null;
  factor_at: Date | null;
  signed_in_at: Date | null;
  directory_revision: string | null;
  as_of: string | null;
}

/** The place is that of what is committed; during a failover the server may still be a replica itself. */
const placeInLog = sql`case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end`;

const ofPerson = (hasReplica: boolean) => sql`u.email, u.email_verified, u.name, u.image,
           is_admin_person(u.id) as is_admin, membership_status_of(u.id) as membership_status,
           (select case when r.ended_at is not null then 'ended' when r.suspended_at is not null then 'suspended' end
              from user_roles r where r.user_id = u.id and r.role = 'member') as membership_end,
           (select coalesce(json_agg(json_build_object(
                     'provider', case a.provider_id when 'credential' then 'email' else a.provider_id end,
                     'created_at', a.created_at) order by a.created_at), '[]')
              from auth.accounts a where a.user_id = u.id) as identities,
           (select f.verified from auth.two_factors f where f.user_id = u.id) as is_factor_verified,
           (select revision from directory_revisions) as directory_revision, ${hasReplica ? placeInLog : sql`null`} as as_of`;

export async function findSession(
  { db, readAs, hasReplica, now }: Pick<OwnerContext, "db" | "readAs" | "hasReplica" | "now">,
  wanted: { token: string } | { id: string },
): Promise<CurrentSession | null> {
  const isWanted = "id" in wanted ? sql`s.id = ${wanted.id}` : sql`s.token = ${wanted.token}`;
  const { rows } = await sql<SessionRow>`
    select s.id, s.user_id, s.expires_at, s.updated_at, s.factor_at,
           greatest(s.created_at, s.factor_at, s.confirmed_at) as signed_in_at, ${ofPerson(hasReplica)}
      from auth.sessions s join auth.users u on u.id = s.user_id
     where ${isWanted} and s.expires_at > ${now()}`.execute(readAs("owner"));
  const [row] = rows;
  if (!row) return null;
  await touchSession(db, row, now());
  return toCurrentSession(row);
}

function toCurrentSession(row: SessionRow): CurrentSession {
  return {
    id: row.id,
    userId: row.user_id,
    isAdmin: row.is_admin,
    membershipStatus: row.membership_status,
    membershipEnd: row.membership_end,
    expiresAt: row.expires_at,
    tokenType: "cookie",
    apiKey: null,
    user: {
      id: row.user_id,
      email: row.email,
      email_verified: row.email_verified,
      // The database writes the time in JSON with an offset in place of the Z.
      identities: row.identities.map((one) => ({ ...one, created_at: new Date(one.created_at).toISOString() })),
      factors: factorsOf(row.is_factor_verified),
      user_metadata: { full_name: row.name || null, name: row.name || null, avatar_url: row.image },
    },
    factorAt: row.factor_at,
    signedInAt: row.signed_in_at,
    directoryRevision: row.directory_revision,
    asOf: row.as_of,
  };
}

/** @param isVerified null without TOTP. */
function factorsOf(isVerified: boolean | null): Session["user"]["factors"] {
  if (isVerified === null) return [];
  const status = isVerified ? "verified" : "unverified";
  return [{ factor_type: "totp", status, friendly_name: "Authenticator app" }];
}

/** Returns the session of a guarded route. @throws HttpError session_missing. */
export function getCurrentSession(c: Context<Environment>): CurrentSession {
  if (!c.var.session) throw new HttpError("session_missing", sessionMissingMessage);
  return c.var.session;
}

const writtenAgainAfterMilliseconds = 60_000;

/** Writes at most once a minute. */
async function touchSession(
  db: Database,
  { id, updated_at }: { id: string; updated_at: Date },
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - writtenAgainAfterMilliseconds);
  if (updated_at > due) return;
  // The first of concurrent requests alone writes.
  const session = db.updateTable("auth.sessions").where("id", "=", id).where("updated_at", "<=", due);
  await session.set({ updated_at: now }).execute();
}

/** Writes at most once a minute, as above. */
async function touchKey(db: Database, id: string, now: Date): Promise<void> {
  const due = new Date(now.getTime() - writtenAgainAfterMilliseconds);
  const key = db.updateTable("auth.api_keys").where("id", "=", id);
  await key
    .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<=", due)]))
    .set({ last_used_at: now })
    .execute();
}

/** Format: value, dot, base64 HMAC-SHA-256. Hono's parser uses WebCrypto, which dispatches to a thread. */
export function signedValueOf(cookie: string | undefined, key: string): string | undefined {
  const end = cookie?.lastIndexOf(".") ?? -1;
  if (!cookie || end < 1) return undefined;
  const value = cookie.slice(0, end);
  const expected = Buffer.from(createHmac("sha256", key).update(value).digest("base64"));
  const given = Buffer.from(cookie.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}
