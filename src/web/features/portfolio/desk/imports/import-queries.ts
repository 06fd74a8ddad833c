import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { HoldingImportDetails } from "#shared/holding-imports.ts";
import { useExitsChanged } from "#web/features/funds/exits/use-exits-changed.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** A list's key is its path. */
const key = ["holding-imports"];

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "one", id],
    queryFn: ({ signal }) => callApi<HoldingImportDetails>("GET", `/holding-imports/${id}`, undefined, signal),
  });

/** Imports, what members hold, and what waits are fetched again. */
export function useImportsChanged(): () => Promise<void> {
  const client = useQueryClient();
  const sharesChanged = useExitsChanged();
  return async () => {
    const stale = [key, queryKeys.waitingCounts];
    await Promise.all([...stale.map((queryKey) => client.invalidateQueries({ queryKey })), sharesChanged()]);
  };
}
