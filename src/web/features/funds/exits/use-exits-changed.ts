import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "#web/lib/query-keys.ts";

/** What shows shares, their prices, their exits or the money of these is fetched again. */
export function useExitsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const stale = [["held-companies"], queryKeys.companies, ["exits"], queryKeys.deals, queryKeys.audit];
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
