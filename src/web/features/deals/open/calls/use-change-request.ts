import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OpenCallList } from "#shared/deals/deal-calls.ts";
import { callApi } from "#web/lib/api.ts";
import { closeDeal, gateIsOpen } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toastFailure } from "#web/ui/toast.ts";

/** Whether the reader asks to join a call. */
export function useChangeRequest(dealId: string, callId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.openCalls(dealId);
  return useMutation({
    scope: { id: `calls ${dealId}` },
    mutationFn: (asks: boolean) =>
      callApi<OpenCallList>("PUT", `/open-deals/${dealId}/calls/${callId}/request`, { asks }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (answer) => client.setQueryData(queryKey, gateIsOpen(answer)),
    onError: (error, asks) => {
      if (closeDeal(client, dealId, error)) return;
      toastFailure(asks ? "You have not asked to join" : "You are still expected", error);
      void client.invalidateQueries({ queryKey });
    },
  });
}
