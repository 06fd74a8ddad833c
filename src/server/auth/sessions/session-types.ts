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
  /** When this session passed two-factor; null if never. */
  factorAt: Date | null;
  /** For the directory's ETag: a 304 without a second query. */
  directoryRevision: string | null;
}
