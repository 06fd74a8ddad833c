import { callApi } from "./api.ts";
import { createSessionStore } from "./session-store.ts";

/** The tabs of a browser tell one another by the storage event that writing it raises. */
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

/** Asks who is signed in, and stays with it from then on; call once, at start. */
export function startSession(): void {
  store.onEvent((event) => console.debug("Session", event));
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === snapshotKey || key === null) store.onStorage(newValue);
  });
  window.addEventListener("online", store.wake);
  window.addEventListener("pageshow", ({ persisted }) => persisted && store.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && store.wake());
  void store.start();
}

function readSnapshot(): string | null {
  try {
    return localStorage.getItem(snapshotKey);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing for us still signs in; its tabs then learn of one another by asking the server. */
function keepSnapshot(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(snapshotKey);
    else localStorage.setItem(snapshotKey, text);
  } catch {
    console.info("This browser keeps no data for this site.");
  }
}
