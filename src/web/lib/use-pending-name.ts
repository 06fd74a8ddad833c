import { queryKeys } from "./query-keys.ts";
import { usePendingMutations } from "./use-pending-mutations.ts";

export interface Name {
  full_name: string;
}

/** Changes of the account's name, and of the profile with the name in it. */
export const nameChangeKey = [...queryKeys.account, "name"];
export const profileChangeKey = [...queryKeys.ownProfile, "save"];

/** What the account and the profile will call the person once the change that is under way is made. */
export function usePendingName(): { account: string | undefined; profile: string | undefined } {
  const account = usePendingMutations<Name>(nameChangeKey).at(-1)?.full_name.trim();
  const profile = usePendingMutations<Name>(profileChangeKey).at(-1)?.full_name.trim();
  return { account, profile };
}
