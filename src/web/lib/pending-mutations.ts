import { type MutationKey, useMutationState } from "@tanstack/react-query";
import { queryKeys } from "./query-keys.ts";

/**
 * What has been asked of the server and not been settled yet, the oldest first, and when. A view that shows it as done
 * shows the result at once, and the former state again when the server refuses: nothing that was fetched is touched.
 * @param mutationKey of the kind of change; its variables say everything that there is to show.
 */
export const usePendingMutations = <Variables>(mutationKey: MutationKey): (Variables & { at: string })[] =>
  useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state: { variables, submittedAt } }) => ({
      ...(variables as Variables),
      at: new Date(submittedAt).toISOString(),
    }),
  });

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
