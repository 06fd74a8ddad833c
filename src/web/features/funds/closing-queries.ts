import { queryOptions } from "@tanstack/react-query";
import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import type { ClosingBoard, CollectionAccounts } from "#shared/funds/funds.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { callApi } from "#web/lib/api.ts";
import { oneOf, uuid } from "#web/lib/search-state.ts";

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

export const closingSearch = {
  deal: uuid,
  status: oneOf(commitmentStates),
  show: oneOf(["booked"] as const),
};

export const completionQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "completion"],
    queryFn: ({ signal }) => callApi<Completion>("GET", `/deals/${dealId}/completion`, undefined, signal),
  });
