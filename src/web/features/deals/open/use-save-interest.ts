import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OpenDeal, OwnInterest } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { closeDeal, gateIsOpen } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** One after the other, so that the last answer counts. */
export function useSaveInterest(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `interest ${id}` },
    mutationFn: (input: OwnInterest) => callApi<OpenDeal>("PUT", `/open-deals/${id}/interest`, input),
    onMutate: () => client.cancelQueries({ queryKey: queryKeys.openDeal(id) }),
    onSuccess: (answer) => {
      client.setQueryData(queryKeys.openDeal(id), gateIsOpen(answer));
      void client.invalidateQueries({ queryKey: queryKeys.openDealList });
    },
    onError: (error) => closeDeal(client, id, error),
  });
}
