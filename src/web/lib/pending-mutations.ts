import { type MutationKey, useMutationState } from "@tanstack/react-query";
import { queryKeys } from "./query-keys.ts";

/**
 * Variables of unsettled mutations, the oldest first, for optimistic updates without touching the cache.
 * @param mutationKey of the kind of change.
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

export const nameChangeKey = [...queryKeys.account, "name"];
export const profileChangeKey = [...queryKeys.ownProfile, "save"];

/** The names of account and profile while they are being saved. */
export function usePendingName(): { account: string | undefined; profile: string | undefined } {
  const account = usePendingMutations<Name>(nameChangeKey).at(-1)?.full_name.trim();
  const profile = usePendingMutations<Name>(profileChangeKey).at(-1)?.full_name.trim();
  return { account, profile };
}
