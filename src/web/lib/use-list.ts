import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { List } from "#shared/lists.ts";
import { callApi } from "./api.ts";

export interface ListRequest {
  /** Its segments are the query key: invalidating ["events"] reloads "/events". */
  path: string;
  /** Parameters beside the cursor; empty ones are left out. */
  parameters?: Record<string, string>;
  /** Shown as a toast when the list cannot be had. */
  failureMessage?: string;
}

/**
 * A list of the API, page by page. While other parameters are asked for, the list of the last ones stays.
 * @returns the items twice: a view may alter `items` by what is under way, `fetched` stays what the server sent.
 */
export function useList<Item>(request: ListRequest) {
  const { data, ...list } = useInfiniteQuery({ ...listOptions<Item>(request), placeholderData: keepPreviousData });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  // Of what is shown: while another list is on its way the query's own answer is about that one.
  const hasNextPage = Boolean(data?.pages.at(-1)?.next_cursor);
  return { ...list, items, fetched: items, hasNextPage, pageCount: data?.pages.length ?? 0 };
}

export type ListState<Item> = ReturnType<typeof useList<Item>>;

/** What a list is asked by, for whoever shows it and for whoever fetches it ahead. */
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

function withQuery(path: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(withoutEmpty(parameters)).toString();
  return query === "" ? path : `${path}?${query}`;
}

const withoutEmpty = (parameters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ""));
