import { queryOptions } from "@tanstack/react-query";
import type { ExitDetails } from "#shared/funds-exits.ts";
import { callApi } from "#web/lib/api.ts";

export const exitQuery = (id: string) =>
  queryOptions({
    queryKey: ["exits", "one", id],
    queryFn: ({ signal }) => callApi<ExitDetails>("GET", `/exits/${id}`, undefined, signal),
  });
