import { queryOptions } from "@tanstack/react-query";
import type { DirectoryFilters } from "#shared/profiles/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { type SearchState, text } from "#web/lib/search-state.ts";

/** What the directory is narrowed down to, and whose profile is open. */
export const directorySearch = { q: text, expertise: text, location: text, member: text };

export type DirectoryFilter = Omit<SearchState<typeof directorySearch>, "member">;

export const isSameTerm = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const directoryTerms = queryOptions({
  queryKey: queryKeys.directoryFilters,
  queryFn: ({ signal }) => callApi<DirectoryFilters>("GET", "/member-profiles/filters", undefined, signal),
});
