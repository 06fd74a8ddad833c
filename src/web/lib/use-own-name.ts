import { useSession } from "./use-session.ts";

/** The name under which the server notes what this admin does. */
export function useOwnName(): string | null {
  const user = useSession().session?.user;
  return user?.user_metadata.full_name ?? user?.email ?? null;
}
