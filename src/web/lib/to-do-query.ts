import { queryOptions } from "@tanstack/react-query";
import type { ToDo } from "#shared/waiting-counts/to-do.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** The list holds what waits for the reader; it is refetched with the numbers beside the tabs. */
export const toDoQuery = queryOptions({
  queryKey: queryKeys.toDo,
  queryFn: ({ signal }) => callApi<ToDo>("GET", "/to-do", undefined, signal),
});
