import type { Session } from "#shared/session.ts";

export type SessionState =
  | { status: "loading"; session: null }
  | { status: "signed-in"; session: Session }
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

/** A session that has run out is not shown until the server has spoken. @param now Unix milliseconds. */
export function stateOfSnapshot(session: Session | null | undefined, now: number): SessionState {
  if (session === undefined || (session && session.expires_at * 1000 <= now)) return unknownSession;
  return session ? { status: "signed-in", session } : { status: "signed-out", session: null, hasEnded: false };
}

/** What there is to tell when one session takes the place of another; nothing when they are alike. */
export function eventsBetween(
  before: Session | null | undefined,
  after: Session | null,
  cause: SessionCause,
): SessionEvent[] {
  if (!after) return before ? ["SIGNED_OUT"] : [];
  if (before?.user.id !== after.user.id) {
    return cause === "MFA_CHALLENGE_VERIFIED" ? [cause, "SIGNED_IN"] : ["SIGNED_IN"];
  }
  return cause === "USER_UPDATED" && isSameSession(before, after) ? [] : [cause];
}

/** `expires_in` is another one with every answer. */
export const isSameSession = (one: Session | null | undefined, other: Session | null): boolean =>
  JSON.stringify({ ...one, expires_in: 0 }) === JSON.stringify({ ...other, expires_in: 0 });
