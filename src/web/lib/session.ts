import type { Session } from "#shared/session.ts";
import { callApi } from "./api.ts";

export type SessionState =
  | { status: "loading"; session: null }
  | { status: "signed-in"; session: Session }
  | { status: "signed-out"; session: null };

export type SessionEvent = "INITIAL_SESSION" | "SIGNED_IN" | "SIGNED_OUT" | "USER_UPDATED";

/**
 * What is kept in the browser between visits: no secret, only what the header needs to paint at once.
 * Tabs tell one another by the storage event that writing it raises.
 */
const snapshotKey = "session-snapshot";

export const unknownSession: SessionState = { status: "loading", session: null };

let state: SessionState = stateOf(readSnapshot());
const listeners = new Set<(event: SessionEvent) => void>();

export const currentSession = (): SessionState => state;

/** @returns the function that ends the subscription. */
export function onSessionChange(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server who is signed in. An answer that cannot be had leaves what is known, and no privileges beyond it. */
export async function loadSession(event: SessionEvent = "INITIAL_SESSION"): Promise<SessionState> {
  try {
    const { session } = await callApi<{ session: Session | null }>("GET", "/session");
    become(session, event);
  } catch {
    if (state.status === "loading") become(null, event);
  }
  return state;
}

/** Signs in with e-mail and password. @throws ApiError with the reason of a refusal. */
export async function signIn(email: string, password: string): Promise<SessionState> {
  await callApi("POST", "/auth/sign-in/email", { email, password });
  return loadSession("SIGNED_IN");
}

export async function signOut(): Promise<void> {
  await callApi("DELETE", "/session");
  become(null, "SIGNED_OUT");
}

/** Listens to the other tabs; call once, at start. */
export function followOtherTabs(): void {
  window.addEventListener("storage", (change) => {
    if (change.key !== snapshotKey) return;
    const session = readSnapshot() ?? null;
    apply(session, session ? "SIGNED_IN" : "SIGNED_OUT");
  });
}

function become(session: Session | null, event: SessionEvent): void {
  keepSnapshot(session);
  apply(session, event);
}

function apply(session: Session | null, event: SessionEvent): void {
  state = stateOf(session);
  for (const listener of listeners) listener(event);
}

/** A browser that keeps nothing for us still signs in; its tabs then learn of one another by asking the server. */
function keepSnapshot(session: Session | null): void {
  try {
    localStorage.setItem(snapshotKey, JSON.stringify(session));
  } catch {
    console.info("This browser keeps no data for this site.");
  }
}

/** @returns undefined on a first visit, when nothing is known yet; null when the last visit ended signed out. */
function readSnapshot(): Session | null | undefined {
  try {
    return JSON.parse(localStorage.getItem(snapshotKey) ?? "") as Session | null;
  } catch {
    return undefined;
  }
}

function stateOf(session: Session | null | undefined): SessionState {
  if (session === undefined) return unknownSession;
  return session ? { status: "signed-in", session } : { status: "signed-out", session: null };
}
