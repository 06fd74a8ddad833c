import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeletionRequest } from "#shared/deletion-requests/deletion-requests.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Takes focus when a row is removed. */
export const dataRequestListId = "data-requests";

/** Invalidates every list that may contain the person. */
export function useExecuteDeletion({ user_id }: DeletionRequest) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("POST", `/deletion-requests/${user_id}/execute`),
    onSuccess: () => toast({ title: "Account deleted" }),
    onError: (error) => toastFailure("Failed to delete the account.", error),
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: queryKeys.dataRequests });
      if (error) return;
      document.getElementById(dataRequestListId)?.focus({ preventScroll: true });
      const others = [queryKeys.profiles, queryKeys.submissions, queryKeys.requests, queryKeys.invitations];
      await Promise.all(others.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
