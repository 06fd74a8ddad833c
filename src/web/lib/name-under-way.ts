import { queryKeys } from "./query-keys.ts";
import { useUnderWay } from "./use-under-way.ts";

export interface Name {
  full_name: string;
}

/** Changes of the account's name, and of the profile with the name in it. */
export const nameChangeKey = [...queryKeys.account, "name"];
export const profileChangeKey = [...queryKeys.ownProfile, "save"];

/** What the account and the profile will call the person once the change that is under way is made. */
export function useNameUnderWay(): { account: string | undefined; profile: string | undefined } {
  const account = useUnderWay<Name>(nameChangeKey).at(-1)?.full_name.trim();
  const profile = useUnderWay<Name>(profileChangeKey).at(-1)?.full_name.trim();
  return { account, profile };
}
