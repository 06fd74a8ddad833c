import { createContext, useContext, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { toast } from "#web/ui/toast.ts";
import { ApiError, callApi } from "./api.ts";
import { isToProlong, type SessionState, unknownSession } from "./session-state.ts";
import { createSessionStore } from "./session-store.ts";

/** Writing it raises a storage event in the browser's other tabs. */
const snapshotKey = "session-snapshot";

const store = createSessionStore({
  now: Date.now,
  callApi,
  schedule: (work, delayMs) => setTimeout(work, delayMs),
  storage: { read: readSnapshot, write: keepSnapshot },
});

export const currentSession = store.current;
/** @returns the function that ends the subscription. */
export const onSessionChange = store.onChange;
export const loadSession = store.load;
export const { signIn, answerChallenge, checkSignIn, exchangeTokensForSession, signOut, beginRecovery } = store;

/** Call once, at start. */
export function startSession(): void {
  store.onEvent((event) => console.debug("Session", event));
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === snapshotKey || key === null) store.onStorage(newValue);
  });
  window.addEventListener("online", store.wake);
  window.addEventListener("pageshow", ({ persisted }) => persisted && store.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && store.wake());
  void store.start().then(({ session }) => {
    if (session && isToProlong(session)) void store.refresh().catch(() => {});
  });
}

function readSnapshot(): string | null {
  try {
    return localStorage.getItem(snapshotKey);
  } catch {
    return null;
  }
}

/** Without storage, signing in still works; other tabs learn of it from the server. */
function keepSnapshot(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(snapshotKey);
    else localStorage.setItem(snapshotKey, text);
  } catch {
    console.info("This browser keeps no data for this site.");
  }
}

/** The server renders pages for nobody, unless it previews one for members. */
export const RenderedSession = createContext<SessionState>(unknownSession);

export function useSession(): SessionState {
  const rendered = useContext(RenderedSession);
  return useSyncExternalStore(onSessionChange, currentSession, () => rendered);
}

/** Returns true until the server has answered: factors and identities are not known. */
export function useIsSnapshot(): boolean {
  const state = useSession();
  return state.status === "signed-in" && state.isSnapshot === true;
}

/** After a refusal: the session may have ended, or rights changed. */
export function readRightsAgain(error: unknown): void {
  const isRefused = error instanceof ApiError && [401, 403].includes(error.problem.status);
  if (isRefused && currentSession().session) void loadSession("USER_UPDATED");
}

export const useCurrentUserId = (): string => useSession().session?.user.id ?? "";

/** The server records this admin's decisions under the same name. */
export function useOwnName(): string | null {
  const user = useSession().session?.user;
  return user?.user_metadata.full_name ?? user?.email ?? null;
}

/** Signs out and goes to the home page; a toast says when that failed. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await signOut();
      // Drafts are kept only for sessions that end by themselves.
      sessionStorage.clear();
      for (const entry of Object.keys(localStorage)) if (entry.startsWith("draft:")) localStorage.removeItem(entry);
      navigate(paths.home);
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      toast({ title: "You are still signed in", description, variant: "destructive" });
    }
  };
}

export const FinishingOauth = createContext(false);
