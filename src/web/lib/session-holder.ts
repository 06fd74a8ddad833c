import type { Session } from "#shared/account/session.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";

/** Shared by the browser's tabs; null removes it. */
export interface SnapshotStorage {
  read: () => string | null;
  write: (text: string | null) => void;
}

interface Surroundings {
  /** Unix milliseconds. */
  now: () => number;
  storage: SnapshotStorage;
}

export type SessionHolder = ReturnType<typeof createSessionHolder>;

/** The session as this tab knows it, its listeners, and the snapshot for other tabs. */
export function createSessionHolder({ now, storage }: Surroundings) {
  let known = parseSnapshot(storage.read())?.session;
  let isSnapshot = true;
  let state = stateOfSnapshot(known, now());
  let hasBegun = false;
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: SessionEvent) => void>();

  const isSame = (session: Session | null): boolean =>
    known !== undefined &&
    (isSnapshot ? snapshotText(known, false) === snapshotText(session, false) : isSameSession(known, session));

  /** @param isAnswer from the server, so complete. */
  function apply(session: Session | null, cause: SessionCause, hasEnded: boolean, isAnswer: boolean): void {
    const isUnchanged = isSame(session);
    const events = eventsBetween(known, session, cause, isUnchanged);
    const isPartial = !isAnswer && (isSnapshot || known?.user.id !== session?.user.id);
    if (state.status === "loading" || isSnapshot || !isUnchanged) {
      state = session
        ? { status: "signed-in", session, ...(isPartial && { isSnapshot: true as const }) }
        : { status: "signed-out", session: null, hasEnded };
    }
    known = session;
    isSnapshot = isPartial;
    tell(events);
  }

  function tell(events: SessionEvent[]): void {
    const isFirst = !hasBegun;
    hasBegun = true;
    for (const listener of stateListeners) listener();
    for (const event of isFirst ? (["INITIAL_SESSION", ...events] as const) : events) announce(event);
  }

  function announce(event: SessionEvent): void {
    for (const listener of eventListeners) listener(event);
  }

  /** @param isAsked the person signed out. */
  function setState(session: Session | null, cause: SessionCause, isAsked = false): void {
    const hasEnded = !session && !isAsked && Boolean(known);
    // An earlier version of the site may have kept more.
    const isNews = !isSame(session) || (isSnapshot && session);
    apply(session, cause, hasEnded, true);
    if (isNews) storage.write(snapshotText(session, hasEnded));
  }

  return {
    current: (): SessionState => state,
    setState,
    announce,
    onChange: (listener: () => void) => subscribe(stateListeners, listener),
    onEvent: (listener: (event: SessionEvent) => void) => subscribe(eventListeners, listener),

    /** Takes a change from another tab. @returns whether to ask the server for the rest. */
    onStorage: (text: string | null): boolean => {
      const heard = parseSnapshot(text, known);
      if (!heard) return true;
      const isRefreshed = known && heard.session && heard.session.expires_at !== known.expires_at;
      apply(heard.session, isRefreshed ? "TOKEN_REFRESHED" : "USER_UPDATED", heard.has_ended, false);
      return isSnapshot && heard.session !== null;
    },

    await: (): void => {
      if (state.status === "signed-out") state = unknownSession;
      for (const listener of stateListeners) listener();
    },

    /** Without a usable answer: what is known stays, else signed out. */
    stopLoading: (): void => {
      if (state.status === "loading") state = { status: "signed-out", session: null, hasEnded: false };
      tell([]);
    },

    /** An error while reading the role gives no privileges. */
    withdrawRole: (): void => {
      if (!state.session?.role) return;
      const withoutRole = { ...state.session, role: null };
      apply(withoutRole, "USER_UPDATED", false, false);
      storage.write(snapshotText(withoutRole, false));
    },

    /** Works also while the server cannot be reached. */
    forgetExpired: (): void => {
      if (known && isExpired(known, now())) storage.write(null);
    },
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type SessionState =
  | { status: "loading"; session: null }
  /** `isSnapshot`: from storage, without factors and identities, until the server answers. */
  | { status: "signed-in"; session: Session; isSnapshot?: true }
  /** `hasEnded`: expired or revoked, not signed out. */
  | { status: "signed-out"; session: null; hasEnded: boolean };

type SessionEvent =
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

const isExpired = ({ expires_at }: Session, now: number): boolean => expires_at * 1000 <= now;

/**
 * A snapshot is a hint: a live session paints at once, but only the server's answer says that nobody is signed in.
 * @param now Unix milliseconds.
 */
const stateOfSnapshot = (session: Session | null | undefined, now: number): SessionState =>
  session && !isExpired(session, now) ? { status: "signed-in", session, isSnapshot: true } : unknownSession;

function eventsBetween(
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
const isSameSession = (one: Session | null | undefined, other: Session | null): boolean =>
  JSON.stringify({ ...one, expires_in: 0 }) === JSON.stringify({ ...other, expires_in: 0 });

class SessionError extends Error {
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

function snapshotText(session: Session | null, has_ended: boolean): string {
  return JSON.stringify({ session: session && reduce(session), has_ended } satisfies KeptSnapshot);
}

function reduce({ expires_at, role, membership_status, membership_end, user }: Session): KeptSession {
  const { id, email, user_metadata } = user;
  const full_name = user_metadata.full_name ?? user_metadata.name;
  return { expires_at, role, membership_status, membership_end, user: { id, email, user_metadata: { full_name } } };
}

/** @param known fills in what is not kept, if it is the same person's. */
function parseSnapshot(text: string | null, known?: Session | null): Snapshot | undefined {
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
