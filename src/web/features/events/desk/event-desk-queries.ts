import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { DeskEvent } from "#shared/events/events.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** A list's key is its path. */
const placesKey = ["event-places"];

export const deskEventQuery = (id: string) =>
  queryOptions({
    queryKey: [...placesKey, "one", id],
    queryFn: ({ signal }) => callApi<DeskEvent>("GET", `/event-places/${id}`, undefined, signal),
  });

/** What shows the event, its answers or the audit. */
export const deskEventKeys: readonly QueryKey[] = [placesKey, ["events"], queryKeys.audit];
