import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { HoldingImportDetails } from "#shared/portfolio/holding-imports.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys, shareKeys } from "#web/lib/query-keys.ts";

/** A list's key is its path. */
const key = ["holding-imports"];

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "one", id],
    queryFn: ({ signal }) => callApi<HoldingImportDetails>("GET", `/holding-imports/${id}`, undefined, signal),
  });

/** Imports, what members hold, and what waits. */
export const importKeys: readonly QueryKey[] = [key, queryKeys.waitingCounts, ...shareKeys];
