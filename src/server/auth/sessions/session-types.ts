import type { MembershipEnd, MembershipStatus, Session } from "#shared/session.ts";

export interface CurrentSession {
  id: string;
  userId: string;
  isAdmin: boolean;
  membershipStatus: MembershipStatus | null;
  membershipEnd: MembershipEnd | null;
  expiresAt: Date;
  tokenType: Session["token_type"];
  user: Session["user"];
  /** When this very session gave a code of the second factor; null if it never did. */
  factorAt: Date | null;
  /** Read with the session, so that an unchanged directory is answered 304 without a second query. */
  directoryRevision: string | null;
}
