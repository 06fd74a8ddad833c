import { queryOptions } from "@tanstack/react-query";
import type { DealCounts } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** Apart from the desk's words: every member loads the table of screens. */
export const dealCountsQuery = queryOptions({
  queryKey: queryKeys.dealCounts,
  queryFn: ({ signal }) => callApi<DealCounts>("GET", "/deals/counts", undefined, signal),
});
