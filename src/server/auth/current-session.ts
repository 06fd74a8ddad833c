import type { Context } from "hono";
import { getSignedCookie } from "hono/cookie";
import { sql } from "kysely";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { MembershipStatus, Session } from "#shared/session.ts";
import type { Dependencies, Environment } from "../http/environment.ts";
import { Refusal } from "../http/refusal.ts";
import { noteSessionUse } from "./session-use.ts";
import { readAccessToken } from "./tokens/access-token.ts";

export interface CurrentSession {
  id: string;
  userId: string;
  isAdmin: boolean;
  membershipStatus: MembershipStatus | null;
  expiresAt: Date;
  tokenType: Session["token_type"];
  user: Session["user"];
}

/** Better Auth's cookie; browsers refuse the prefix on plain http. */
export const sessionCookieName = (appUrl: string): string =>
  `${appUrl.startsWith("https:") ? "__Secure-" : ""}kindling.session_token`;

/**
 * The session that the request's cookie stands for, or a program's token in its place; null without a live one.
 * @throws Refusal for a token that is not ours, has expired, or whose session has ended: its program has to be told.
 */
export async function findCurrentSession(c: Context<Environment>): Promise<CurrentSession | null> {
  const { secret, appUrl } = c.var.dependencies;
  const bearer = /^Bearer\b\s*(.*)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (bearer !== undefined) return getSessionOfToken(c.var.dependencies, bearer);
  const token = await getSignedCookie(c, secret, sessionCookieName(appUrl));
  return token ? findSession(c.var.dependencies, { token }) : null;
}

/** @throws Refusal 400 invalid_jwt, or 401 session_missing when the session has ended. */
export async function getSessionOfToken(dependencies: Dependencies, accessToken: string): Promise<CurrentSession> {
  const { sessionId, expiresAt } = await readAccessToken(dependencies, accessToken);
  const session = await findSession(dependencies, { id: sessionId });
  if (!session) throw new Refusal(401, "session_missing", sessionMissingMessage);
  return { ...session, tokenType: "bearer", expiresAt };
}

/** A live session with the person's rights, in one query. */
export async function findSession(
  { db, now }: Pick<Dependencies, "db" | "now">,
  wanted: { token: string } | { id: string },
): Promise<CurrentSession | null> {
  const row = await db
    .selectFrom("auth.sessions as s")
    .innerJoin("auth.users as u", "u.id", "s.user_id")
    .select(["s.id", "s.user_id", "s.expires_at", "s.updated_at", "u.email", "u.email_verified", "u.name", "u.image"])
    .select(sql<boolean>`is_admin_person(u.id)`.as("is_admin"))
    .select(sql<MembershipStatus | null>`membership_status_of(u.id)`.as("membership_status"))
    .select((query) =>
      query
        .selectFrom("auth.accounts as a")
        .whereRef("a.user_id", "=", "u.id")
        .select(
          sql<Session["user"]["identities"]>`coalesce(json_agg(json_build_object(
            'provider', case a.provider_id when 'credential' then 'email' else a.provider_id end,
            'created_at', a.created_at) order by a.created_at), '[]')`.as("identities"),
        )
        .as("identities"),
    )
    .select((query) =>
      query
        .selectFrom("auth.two_factors as f")
        .whereRef("f.user_id", "=", "u.id")
        .select("f.verified")
        .as("is_factor_verified"),
    )
    .where((query) => ("id" in wanted ? query("s.id", "=", wanted.id) : query("s.token", "=", wanted.token)))
    .where("s.expires_at", ">", now())
    .executeTakeFirst();
  if (!row) return null;
  await noteSessionUse(db, row, now());
  return {
    id: row.id,
    userId: row.user_id,
    isAdmin: row.is_admin,
    membershipStatus: row.membership_status,
    expiresAt: row.expires_at,
    tokenType: "cookie",
    user: {
      id: row.user_id,
      email: row.email,
      email_verified: row.email_verified,
      identities: row.identities ?? [],
      factors: factorsOf(row.is_factor_verified),
      user_metadata: { full_name: row.name || null, name: row.name || null, avatar_url: row.image },
    },
  };
}

/** @param isVerified null without a second factor. */
function factorsOf(isVerified: boolean | null): Session["user"]["factors"] {
  if (isVerified === null) return [];
  const status = isVerified ? "verified" : "unverified";
  return [{ factor_type: "totp", status, friendly_name: "Authenticator app" }];
}

/** Whether signing in asks for a second factor: one that is still being set up guards nothing. */
export const hasSecondFactor = ({ user }: CurrentSession): boolean =>
  user.factors.some(({ status }) => status === "verified");

/** The session as the API shows it. */
export function toSession(current: CurrentSession, now: Date): Session {
  const memberRole = current.membershipStatus === "approved" ? "member" : null;
  return {
    expires_at: Math.floor(current.expiresAt.getTime() / 1000),
    expires_in: Math.max(0, Math.floor((current.expiresAt.getTime() - now.getTime()) / 1000)),
    token_type: current.tokenType,
    user: current.user,
    role: current.isAdmin ? "admin" : memberRole,
    membership_status: current.membershipStatus,
  };
}
