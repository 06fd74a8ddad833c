import { queryOptions } from "@tanstack/react-query";
import type { DirectoryFilters } from "#shared/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const directoryTerms = queryOptions({
  queryKey: queryKeys.directoryFilters,
  queryFn: ({ signal }) => callApi<DirectoryFilters>("GET", "/member-profiles/filters", undefined, signal),
});
