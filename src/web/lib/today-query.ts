import { queryOptions } from "@tanstack/react-query";
import type { Today } from "#shared/waiting-counts/to-do.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** All that waits for admins; refetched with the numbers beside the tabs. */
export const todayQuery = queryOptions({
  queryKey: queryKeys.today,
  queryFn: ({ signal }) => callApi<Today>("GET", "/today", undefined, signal),
});
