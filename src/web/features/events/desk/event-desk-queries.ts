import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { DeskEvent } from "#shared/events.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** A list's key is its path. */
const placesKey = ["event-places"];

export const deskEventQuery = (id: string) =>
  queryOptions({
    queryKey: [...placesKey, "one", id],
    queryFn: ({ signal }) => callApi<DeskEvent>("GET", `/event-places/${id}`, undefined, signal),
  });

/** What shows the event, its answers or the audit is fetched again. */
export function useDeskChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = [placesKey, ["events"], queryKeys.audit];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
