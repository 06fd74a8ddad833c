import { type QueryKey, useQuery } from "@tanstack/react-query";
import { type List, maximumPageSize } from "#shared/lists.ts";
import { callApi } from "#web/lib/api.ts";

/** How many records of a list are pending, up to a page of them; for admins, whom the list is for. */
export function useWaitingCount(queryKey: QueryKey, path: string, isForAdmin: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: [...queryKey, "waiting"],
    queryFn: ({ signal }) =>
      callApi<List<unknown>>("GET", `${path}?status=pending&limit=${maximumPageSize}`, undefined, signal),
    enabled: isForAdmin,
    select: ({ items }) => items.length,
  });
  return data;
}
