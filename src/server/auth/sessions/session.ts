import type { MembershipEnd, MembershipStatus, Session } from "#shared/account/session.ts";
import type { ApiKeyScope } from "#shared/api-keys/api-keys.ts";

export interface CurrentSession {
  id: string;
  userId: string;
  isAdmin: boolean;
  membershipStatus: MembershipStatus | null;
  membershipEnd: MembershipEnd | null;
  expiresAt: Date;
  tokenType: Session["token_type"];
  /** The key in place of a session, with the id of both. */
  apiKey: { id: string; scope: ApiKeyScope } | null;
  user: Session["user"];
  factorAt: Date | null;
  /** When it began, passed two-factor or its owner confirmed that it is them, whichever was last; null for a key. */
  signedInAt: Date | null;
  /** The directory's ETag uses this: a 304 needs no second query. */
  directoryRevision: string | null;
  /** The primary's log was at this place when the session was read; null without a replica. */
  asOf: string | null;
}

/** An unverified setup is not required at sign-in. */
export const hasSecondFactor = ({ user }: CurrentSession): boolean =>
  user.factors.some(({ status }) => status === "verified");

export function toSession(current: CurrentSession, now: Date): Session {
  const memberRole = current.membershipStatus === "approved" ? "member" : null;
  return {
    expires_at: Math.floor(current.expiresAt.getTime() / 1000),
    expires_in: Math.max(0, Math.floor((current.expiresAt.getTime() - now.getTime()) / 1000)),
    token_type: current.tokenType,
    user: current.user,
    role: current.isAdmin ? "admin" : memberRole,
    membership_status: current.membershipStatus,
    membership_end: current.membershipEnd,
  };
}
