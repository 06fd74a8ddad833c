import { useSession } from "./use-session.ts";

/** Of the signed-in person; empty where nobody is. */
export const useCurrentUserId = (): string => useSession().session?.user.id ?? "";
