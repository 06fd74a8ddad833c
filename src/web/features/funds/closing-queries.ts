import { queryOptions } from "@tanstack/react-query";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { callApi } from "#web/lib/api.ts";

/** Lists of the deal have keys below it. */
export const closingKey = (dealId: string) => ["deals", dealId];

export const closingBoardQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "closing"],
    queryFn: ({ signal }) => callApi<ClosingBoard>("GET", `/deals/${dealId}/closing`, undefined, signal),
  });
