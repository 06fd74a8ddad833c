import { useSyncExternalStore } from "react";
import { currentSession, onSessionChange, type SessionState, unknownSession } from "./session.ts";

export const useSession = (): SessionState =>
  useSyncExternalStore(onSessionChange, currentSession, () => unknownSession);
