import type { Session } from "#shared/session.ts";
import { parseSnapshot, snapshotText } from "./session-snapshot.ts";
import {
  eventsBetween,
  isSameSession,
  type SessionCause,
  type SessionEvent,
  type SessionState,
  stateOfSnapshot,
  unknownSession,
} from "./session-state.ts";

interface Surroundings {
  /** Unix milliseconds. */
  now: () => number;
  /** What the tabs of a browser share. */
  storage: { read: () => string | null; write: (text: string) => void };
}

export type SessionHolder = ReturnType<typeof createSessionHolder>;

/** Who is signed in as far as this tab knows, whom to tell when that changes, and what the other tabs know. */
export function createSessionHolder({ now, storage }: Surroundings) {
  /** The last that was heard; undefined on a first visit. */
  let known = parseSnapshot(storage.read())?.session;
  let state = stateOfSnapshot(known, now());
  let hasBegun = false;
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: SessionEvent) => void>();

  function apply(session: Session | null, cause: SessionCause, hasEnded: boolean): void {
    const events = eventsBetween(known, session, cause);
    if (state.status === "loading" || !isSameSession(known, session)) {
      state = session ? { status: "signed-in", session } : { status: "signed-out", session: null, hasEnded };
    }
    known = session;
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
  function become(session: Session | null, cause: SessionCause, isAsked = false): void {
    const hasEnded = !session && !isAsked && Boolean(known);
    const isNews = known === undefined || !isSameSession(known, session);
    apply(session, cause, hasEnded);
    if (isNews) storage.write(snapshotText({ session, has_ended: hasEnded }));
  }

  return {
    current: (): SessionState => state,
    become,
    announce,
    onChange: (listener: () => void) => subscribe(stateListeners, listener),
    onEvent: (listener: (event: SessionEvent) => void) => subscribe(eventListeners, listener),

    /** Another tab has kept something new. @returns false when it says nothing. */
    hear: (text: string | null): boolean => {
      const heard = parseSnapshot(text);
      if (!heard) return false;
      const isRefreshed = known && heard.session && heard.session.expires_at !== known.expires_at;
      apply(heard.session, isRefreshed ? "TOKEN_REFRESHED" : "USER_UPDATED", heard.has_ended);
      return true;
    },

    /** A session is about to come. */
    await: (): void => {
      if (state.status === "signed-out") state = unknownSession;
      for (const listener of stateListeners) listener();
    },

    /** No answer is to be had. What is known stays, and where nothing is, nobody is signed in. */
    giveUp: (): void => {
      if (state.status === "loading") state = { status: "signed-out", session: null, hasEnded: false };
      tell([]);
    },

    /** An error while reading the role gives no privileges. */
    withdrawRole: (): void => {
      if (state.session?.role) become({ ...state.session, role: null }, "USER_UPDATED");
    },
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
