import { queryOptions } from "@tanstack/react-query";
import type { Relief } from "#shared/funds-relief.ts";
import { callApi } from "#web/lib/api.ts";
import { closingKey } from "../closing-queries.ts";

export const reliefQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "relief"],
    queryFn: ({ signal }) => callApi<Relief>("GET", `/deals/${dealId}/relief`, undefined, signal),
  });
