import { useQuery } from "@tanstack/react-query";
import type { OpenCall } from "#shared/deals/deal-calls.ts";
import { openCallsQuery } from "#web/lib/gated-queries.ts";
import { pauseBeforeNextRead } from "./call-times.ts";

const none: readonly OpenCall[] = [];

/** Reads again at the moment at which a link opens or a call ends. */
export function useCalls(dealId: string, isEnabled: boolean) {
  const { data, isError, refetch, dataUpdatedAt } = useQuery({
    ...openCallsQuery(dealId),
    enabled: isEnabled,
    refetchInterval: ({ state: { data: read } }) =>
      read?.gate === "open" && pauseBeforeNextRead(read.answer.items, Date.now()),
  });
  const calls = data?.gate === "open" ? data.answer.items : none;
  return { calls, isFailed: isError && !data, retry: () => void refetch(), readAt: dataUpdatedAt };
}
