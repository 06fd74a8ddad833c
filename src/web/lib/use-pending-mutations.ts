import { type MutationKey, useMutationState } from "@tanstack/react-query";

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
