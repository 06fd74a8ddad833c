import { useQuery } from "@tanstack/react-query";
import type { WaitingCounts } from "#shared/waiting-counts.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

const refreshIntervalMs = 60_000;

/** How much waits behind the admin's tabs; read again with every change, every minute, and when the page is looked at again. */
export function useWaitingCounts(isForAdmin: boolean): WaitingCounts | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.waitingCounts,
    queryFn: ({ signal }) => callApi<WaitingCounts>("GET", "/waiting-counts", undefined, signal),
    enabled: isForAdmin,
    refetchInterval: refreshIntervalMs,
    refetchOnWindowFocus: "always",
  });
  return data;
}
