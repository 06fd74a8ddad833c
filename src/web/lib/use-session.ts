import { useSyncExternalStore } from "react";
import { currentSession, onSessionChange, type SessionState } from "./session.ts";

export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, currentSession);
