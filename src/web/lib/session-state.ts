import type { Session } from "#shared/session.ts";

export type SessionState =
  | { status: "loading"; session: null }
  /** `isSnapshot`: what the browser kept of it, before the server has answered; its factors and identities are not known. */
  | { status: "signed-in"; session: Session; isSnapshot?: true }
  /** `hasEnded`: without anybody having asked for it, as when it was ended elsewhere or ran out. */
  | { status: "signed-out"; session: null; hasEnded: boolean };

export type SessionEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "PASSWORD_RECOVERY"
  | "MFA_CHALLENGE_VERIFIED";

/** What a caller may say a new session came by; what it really is also depends on the one before. */
export type SessionCause = "SIGNED_IN" | "TOKEN_REFRESHED" | "USER_UPDATED" | "MFA_CHALLENGE_VERIFIED";

/** Nobody knows yet, as while a page is rendered beforehand. */
export const unknownSession: SessionState = { status: "loading", session: null };

export const isExpired = ({ expires_at }: Session, now: number): boolean => expires_at * 1000 <= now;

/**
 * A snapshot is a hint: a live session paints at once, but only the server's answer says that nobody is signed in.
 * @param now Unix milliseconds.
 */
export const stateOfSnapshot = (session: Session | null | undefined, now: number): SessionState =>
  session && !isExpired(session, now) ? { status: "signed-in", session, isSnapshot: true } : unknownSession;

/** What there is to tell when one session takes the place of another; nothing when they are alike. */
export function eventsBetween(
  before: Session | null | undefined,
  after: Session | null,
  cause: SessionCause,
  isSame: boolean,
): SessionEvent[] {
  if (!after) return before ? ["SIGNED_OUT"] : [];
  if (before?.user.id !== after.user.id) {
    return cause === "MFA_CHALLENGE_VERIFIED" ? [cause, "SIGNED_IN"] : ["SIGNED_IN"];
  }
  return cause === "USER_UPDATED" && isSame ? [] : [cause];
}

/** `expires_in` is another one with every answer. */
export const isSameSession = (one: Session | null | undefined, other: Session | null): boolean =>
  JSON.stringify({ ...one, expires_in: 0 }) === JSON.stringify({ ...other, expires_in: 0 });
