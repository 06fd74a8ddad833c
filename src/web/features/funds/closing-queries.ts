import { queryOptions } from "@tanstack/react-query";
import type { ClosingBoard, CollectionAccounts } from "#shared/funds/funds.ts";
import { callApi } from "#web/lib/api.ts";

/** Lists of the deal have keys below it. */
export const closingKey = (dealId: string) => ["deals", dealId];

export const closingBoardQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "closing"],
    queryFn: ({ signal }) => callApi<ClosingBoard>("GET", `/deals/${dealId}/closing`, undefined, signal),
  });

/** That members pay to, that waits to be signed, and that of the last deal. */
export const collectionAccountsQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "collection-account"],
    queryFn: ({ signal }) =>
      callApi<CollectionAccounts>("GET", `/deals/${dealId}/collection-account`, undefined, signal),
  });
