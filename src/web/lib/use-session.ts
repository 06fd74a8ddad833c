import { useSyncExternalStore } from "react";
import { currentSession, onSessionChange } from "./session.ts";
import { type SessionState, unknownSession } from "./session-state.ts";

export const useSession = (): SessionState =>
  useSyncExternalStore(onSessionChange, currentSession, () => unknownSession);

/** Whether the session is the stored one, whose factors and identities are not known, until the server has answered. */
export function useIsSnapshot(): boolean {
  const state = useSession();
  return state.status === "signed-in" && state.isSnapshot === true;
}
