import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { ClosingBoard } from "#shared/funds.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** Lists of the deal have keys below it. */
export const closingKey = (dealId: string) => ["deals", dealId];

export const closingBoardQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "closing"],
    queryFn: ({ signal }) => callApi<ClosingBoard>("GET", `/deals/${dealId}/closing`, undefined, signal),
  });

/** What shows a deal, its commitments or its money is fetched again. */
export function useClosingChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const stale = [queryKeys.deals, queryKeys.audit];
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
