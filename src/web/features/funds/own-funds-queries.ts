import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { LedgerList, OwnCall } from "#shared/funds/funds.ts";
import type { ownPaperListSchema } from "#shared/funds/funds-completion.ts";
import type { LedgerOrder } from "#shared/funds/funds-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { withQuery } from "#web/lib/use-list.ts";

/** The key is beside the commitment's, so that what is read again after a change is both. */
export const ownCallQuery = (id: string) =>
  queryOptions({
    queryKey: ["commitments", "one", id, "call"],
    queryFn: ({ signal }) => callApi<OwnCall>("GET", `/commitments/${id}/call`, undefined, signal),
  });

export const ownLedgerQuery = (dealId: string, order: LedgerOrder) =>
  infiniteQueryOptions({
    queryKey: ["commitments", "ledger", dealId, order],
    queryFn: ({ pageParam, signal }) =>
      callApi<LedgerList>("GET", withQuery(`/deals/${dealId}/ledger`, { order, cursor: pageParam }), undefined, signal),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export type OwnPapers = z.infer<typeof ownPaperListSchema>;

export const ownPapersQuery = queryOptions({
  queryKey: ["commitments", "papers"],
  queryFn: ({ signal }) => callApi<OwnPapers>("GET", "/papers/me", undefined, signal),
});
