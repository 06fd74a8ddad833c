import type { Session } from "#shared/account/session.ts";
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
