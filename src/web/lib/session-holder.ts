import type { Session } from "#shared/session.ts";
import {
  eventsBetween,
  isExpired,
  isSameSession,
  parseSnapshot,
  type SessionCause,
  type SessionEvent,
  type SessionState,
  snapshotText,
  stateOfSnapshot,
  unknownSession,
} from "./session-state.ts";

/** What the tabs of a browser share; writing null removes it. */
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

/** Who is signed in as far as this tab knows, whom to tell when that changes, and what the other tabs know. */
export function createSessionHolder({ now, storage }: Surroundings) {
  /** The last that was heard; undefined on a first visit. */
  let known = parseSnapshot(storage.read())?.session;
  /** Whether `known` lacks what only the server tells. */
  let isSnapshot = true;
  let state = stateOfSnapshot(known, now());
  let hasBegun = false;
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: SessionEvent) => void>();

  const isSame = (session: Session | null): boolean =>
    known !== undefined &&
    (isSnapshot ? snapshotText(known, false) === snapshotText(session, false) : isSameSession(known, session));

  /** @param isAnswer of the server, which tells all of a session. */
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

  /** @param isAsked nobody needs to be told why the session is over. */
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

    /** Another tab has kept something new. @returns whether the server has to be asked for the rest. */
    onStorage: (text: string | null): boolean => {
      const heard = parseSnapshot(text, known);
      if (!heard) return true;
      const isRefreshed = known && heard.session && heard.session.expires_at !== known.expires_at;
      apply(heard.session, isRefreshed ? "TOKEN_REFRESHED" : "USER_UPDATED", heard.has_ended, false);
      return isSnapshot && heard.session !== null;
    },

    /** A session is about to come. */
    await: (): void => {
      if (state.status === "signed-out") state = unknownSession;
      for (const listener of stateListeners) listener();
    },

    /** The answer cannot be used: what is known stays; if nothing is, treat as signed out. */
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

    /** Removes what the browser keeps of a session that has run out, also while the server cannot be reached. */
    forgetExpired: (): void => {
      if (known && isExpired(known, now())) storage.write(null);
    },
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
