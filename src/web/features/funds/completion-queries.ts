import { queryOptions } from "@tanstack/react-query";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { callApi } from "#web/lib/api.ts";
import { closingKey } from "./closing-queries.ts";

export const completionQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...closingKey(dealId), "completion"],
    queryFn: ({ signal }) => callApi<Completion>("GET", `/deals/${dealId}/completion`, undefined, signal),
  });
