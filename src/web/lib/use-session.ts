import { useSyncExternalStore } from "react";
import { currentSession, onSessionChange } from "./session.ts";
import { type SessionState, unknownSession } from "./session-state.ts";

export const useSession = (): SessionState =>
  useSyncExternalStore(onSessionChange, currentSession, () => unknownSession);
