import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { List } from "#shared/lists.ts";
import type { ListState } from "#web/ui/list/list-view.tsx";
import { callApi } from "./api.ts";

export interface ListRequest {
  /** Its segments are the query key: invalidating ["events"] reloads "/events". */
  path: string;
  parameters?: Record<string, string>;
  /** Title of a toast that says why; the list names in its place what could not be loaded. */
  failureMessage?: string;
}

/** While other parameters load, the former list stays. @param enabled false to show only what was loaded before. */
export function useList<Item>(request: ListRequest, enabled = true): ListState<Item> {
  const options = { ...listOptions<Item>(request), placeholderData: keepPreviousData, enabled };
  const { data, ...list } = useInfiniteQuery(options);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  // The query's own value is that of the loading parameters.
  const hasNextPage = Boolean(data?.pages.at(-1)?.next_cursor);
  const isToldByToast = request.failureMessage !== undefined;
  return { ...list, items, hasNextPage, isToldByToast, pageCount: data?.pages.length ?? 0 };
}

export function listOptions<Item>({ path, parameters = {}, failureMessage }: ListRequest) {
  const asked = withoutEmpty(parameters);
  return infiniteQueryOptions({
    queryKey: [...path.split("/").slice(1), "list", asked],
    queryFn: ({ pageParam, signal }) =>
      callApi<List<Item>>("GET", withQuery(path, { ...asked, cursor: pageParam }), undefined, signal),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    meta: { failureMessage },
  });
}

export function withQuery(path: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(withoutEmpty(parameters)).toString();
  return query === "" ? path : `${path}?${query}`;
}

const withoutEmpty = (parameters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ""));
