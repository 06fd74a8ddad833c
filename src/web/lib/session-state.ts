import type { Session } from "#shared/session.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";

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

/** What the session module itself has to say, with the status that a server would say it with. */
export class SessionError extends Error {
  override name = "SessionError";
  readonly status: 400 | 500;
  constructor(status: 400 | 500, message: string) {
    super(message);
    this.status = status;
  }
}

export const sessionMissing = () => new SessionError(400, signInMessages.sessionMissing);

/** @returns the session of an answer, or null when it says that there is none. @throws SessionError when it has no user. */
export function sessionIn(answer: { session: Session | null } | null): Session | null {
  if (answer?.session === null) return null;
  if (!answer?.session?.user?.id) throw new SessionError(500, signInMessages.userMissing);
  return answer.session;
}

/** Kept between visits: what header, greeting and members area need to paint at once, and no secret. */
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

/**
 * @param known fills in what is not kept, if it is the same person's; else placeholders do.
 * @returns undefined for what was never kept, or cannot be read.
 */
export function parseSnapshot(text: string | null, known?: Session | null): Snapshot | undefined {
  try {
    const { session, has_ended } = JSON.parse(text ?? "") as KeptSnapshot;
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

/** As far as anything could break on it: another version of the site may have kept it, or its visitor changed it. */
const isKeptSession = ({ expires_at, user }: KeptSession): boolean =>
  typeof expires_at === "number" && typeof user.id === "string" && typeof user.email === "string";
