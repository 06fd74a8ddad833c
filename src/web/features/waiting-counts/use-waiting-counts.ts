import { useQuery } from "@tanstack/react-query";
import type { WaitingCounts } from "#shared/waiting-counts.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

const refreshIntervalMs = 60_000;

/** Refetched after every mutation and on focus, for admins each minute too. */
export function useWaitingCounts(isForAdmin: boolean): WaitingCounts | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.waitingCounts,
    queryFn: ({ signal }) => callApi<WaitingCounts>("GET", "/waiting-counts", undefined, signal),
    refetchInterval: isForAdmin && refreshIntervalMs,
    refetchOnWindowFocus: "always",
  });
  return data;
}
