import type { Session } from "#shared/account/session.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";

export type SessionState =
  | { status: "loading"; session: null }
  /** `isSnapshot`: from storage, without factors and identities, until the server answers. */
  | { status: "signed-in"; session: Session; isSnapshot?: true }
  /** `hasEnded`: expired or revoked, not signed out. */
  | { status: "signed-out"; session: null; hasEnded: boolean };

export type SessionEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "PASSWORD_RECOVERY"
  | "MFA_CHALLENGE_VERIFIED";

/** The event also depends on the session before. */
export type SessionCause = "SIGNED_IN" | "TOKEN_REFRESHED" | "USER_UPDATED" | "MFA_CHALLENGE_VERIFIED";

export const unknownSession: SessionState = { status: "loading", session: null };

export const isExpired = ({ expires_at }: Session, now: number): boolean => expires_at * 1000 <= now;

/**
 * A snapshot is a hint: a live session paints at once, but only the server's answer says that nobody is signed in.
 * @param now Unix milliseconds.
 */
export const stateOfSnapshot = (session: Session | null | undefined, now: number): SessionState =>
  session && !isExpired(session, now) ? { status: "signed-in", session, isSnapshot: true } : unknownSession;

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

/** `expires_in` differs with every answer. */
export const isSameSession = (one: Session | null | undefined, other: Session | null): boolean =>
  JSON.stringify({ ...one, expires_in: 0 }) === JSON.stringify({ ...other, expires_in: 0 });

export class SessionError extends Error {
  override name = "SessionError";
  readonly status: 400 | 500;
  constructor(status: 400 | 500, message: string) {
    super(message);
    this.status = status;
  }
}

export const sessionMissing = () => new SessionError(400, signInMessages.sessionMissing);

/** @throws SessionError for a session without a user. */
export function sessionIn(answer: { session: Session | null } | null): Session | null {
  if (answer?.session === null) return null;
  if (!answer?.session?.user?.id) throw new SessionError(500, "Auth session or user missing");
  return answer.session;
}

/** What the first paint needs, and no secret. */
interface KeptSnapshot {
  session: KeptSession | null;
  has_ended: boolean;
}

interface Snapshot {
  session: Session | null;
  has_ended: boolean;
}

type KeptSession = Pick<Session, "expires_at" | "role" | "membership_status" | "membership_end"> & {
  user: Pick<Session["user"], "id" | "email"> & { user_metadata: { full_name: string | null } };
};

export function snapshotText(session: Session | null, has_ended: boolean): string {
  return JSON.stringify({ session: session && reduce(session), has_ended } satisfies KeptSnapshot);
}

function reduce({ expires_at, role, membership_status, membership_end, user }: Session): KeptSession {
  const { id, email, user_metadata } = user;
  const full_name = user_metadata.full_name ?? user_metadata.name;
  return { expires_at, role, membership_status, membership_end, user: { id, email, user_metadata: { full_name } } };
}

/** @param known fills in what is not kept, if it is the same person's. */
export function parseSnapshot(text: string | null, known?: Session | null): Snapshot | undefined {
  // No error for most visitors: for its stack V8 would parse the whole script again.
  if (text === null) return undefined;
  try {
    const { session, has_ended } = JSON.parse(text) as KeptSnapshot;
    if (session === null) return { session, has_ended };
    return isKeptSession(session) ? { session: complete(session, known), has_ended } : undefined;
  } catch {
    return undefined;
  }
}

function complete({ user, ...session }: KeptSession, known?: Session | null): Session {
  const rest = known?.user.id === user.id ? known : placeholders;
  const user_metadata = { ...rest.user.user_metadata, ...user.user_metadata };
  return { ...rest, ...session, user: { ...rest.user, ...user, user_metadata } };
}

const placeholders = {
  expires_in: 0,
  token_type: "cookie" as const,
  user: { email_verified: true, identities: [], factors: [], user_metadata: { name: null, avatar_url: null } },
};

/** Another version of the site, or the visitor, may have written it. */
const isKeptSession = ({ expires_at, user }: KeptSession): boolean =>
  typeof expires_at === "number" && typeof user.id === "string" && typeof user.email === "string";

const sixDaysSeconds = 6 * 86_400;

/** Older than a day of its seven: the server then gives it seven again. */
export const isToProlong = ({ token_type, expires_in }: Session): boolean =>
  token_type === "cookie" && expires_in < sixDaysSeconds;
