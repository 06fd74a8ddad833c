import type { Context } from "hono";
import { getSignedCookie } from "hono/cookie";
import { sql } from "kysely";
import type { MembershipStatus, Session } from "#shared/session.ts";
import type { Environment } from "../http/environment.ts";

export interface CurrentSession {
  id: string;
  userId: string;
  isAdmin: boolean;
  membershipStatus: MembershipStatus | null;
  expiresAt: Date;
  user: Session["user"];
}

/** Better Auth's cookie; browsers refuse the prefix on plain http. */
export const sessionCookieName = (appUrl: string): string =>
  `${appUrl.startsWith("https:") ? "__Secure-" : ""}kindling.session_token`;

/** The session that the request's cookie stands for, with the person's rights, in one query; null without a live one. */
export async function findCurrentSession(c: Context<Environment>): Promise<CurrentSession | null> {
  const { secret, appUrl, db, now } = c.var.dependencies;
  const token = await getSignedCookie(c, secret, sessionCookieName(appUrl));
  if (!token) return null;
  const row = await db
    .selectFrom("auth.sessions as s")
    .innerJoin("auth.users as u", "u.id", "s.user_id")
    .select(["s.id", "s.user_id", "s.expires_at", "u.email", "u.email_verified", "u.name", "u.image"])
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
    .where("s.token", "=", token)
    .where("s.expires_at", ">", now())
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    userId: row.user_id,
    isAdmin: row.is_admin,
    membershipStatus: row.membership_status,
    expiresAt: row.expires_at,
    user: {
      id: row.user_id,
      email: row.email,
      email_verified: row.email_verified,
      identities: row.identities ?? [],
      factors: [],
      user_metadata: { full_name: row.name || null, name: row.name || null, avatar_url: row.image },
    },
  };
}

/** The session as the API shows it. */
export function toSession(current: CurrentSession, now: Date): Session {
  const memberRole = current.membershipStatus === "approved" ? "member" : null;
  return {
    expires_at: Math.floor(current.expiresAt.getTime() / 1000),
    expires_in: Math.max(0, Math.floor((current.expiresAt.getTime() - now.getTime()) / 1000)),
    token_type: "cookie",
    user: current.user,
    role: current.isAdmin ? "admin" : memberRole,
    membership_status: current.membershipStatus,
  };
}
