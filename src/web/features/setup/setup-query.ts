import { queryOptions } from "@tanstack/react-query";
import type { SetupState } from "#shared/setup.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const setupQuery = queryOptions({
  queryKey: queryKeys.setup,
  queryFn: ({ signal }) => callApi<SetupState>("GET", "/setup", undefined, signal),
});
