import { queryOptions } from "@tanstack/react-query";
import type { Allocation, TopUp } from "#shared/commitments/commitments.ts";
import { closingKey } from "#web/features/funds/closing-queries.ts";
import { callApi } from "#web/lib/api.ts";

/** Reads `null` before the first draft. */
export const allocationQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "allocation"],
    queryFn: ({ signal }) => callApi<Allocation | null>("GET", `/deals/${dealId}/allocation`, undefined, signal),
  });

export const topUpsQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "top-ups"],
    queryFn: ({ signal }) => callApi<{ items: TopUp[] }>("GET", `/deals/${dealId}/top-ups`, undefined, signal),
  });
