import { useQuery } from "@tanstack/react-query";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

const refreshIntervalMs = 60_000;

/** Refetched after every mutation, each minute and on focus. */
export function useWaitingCounts(): WaitingCounts | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.waitingCounts,
    queryFn: ({ signal }) => callApi<WaitingCounts>("GET", "/waiting-counts", undefined, signal),
    refetchInterval: refreshIntervalMs,
    refetchOnWindowFocus: "always",
  });
  return data;
}
