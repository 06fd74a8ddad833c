import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { List } from "#shared/lists.ts";
import { callApi } from "#web/lib/api.ts";

interface ListRequest {
  queryKey: QueryKey;
  path: string;
  /** Parameters beside the cursor; empty ones are left out. */
  parameters?: Record<string, string>;
  /** Shown as a toast when the list cannot be had. */
  failureMessage?: string;
}

/** A list of the API, page by page. While other parameters are asked for, the list of the last ones stays. */
export function useList<Item>({ queryKey, path, parameters = {}, failureMessage }: ListRequest) {
  const { data, ...list } = useInfiniteQuery({
    queryKey: [...queryKey, "list", parameters],
    queryFn: ({ pageParam, signal }) =>
      callApi<List<Item>>("GET", withQuery(path, { ...parameters, cursor: pageParam }), undefined, signal),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    meta: { failureMessage },
  });
  return { ...list, items: data?.pages.flatMap(({ items }) => items), pageCount: data?.pages.length ?? 0 };
}

export type ListState<Item> = ReturnType<typeof useList<Item>>;

function withQuery(path: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString();
  return query === "" ? path : `${path}?${query}`;
}
