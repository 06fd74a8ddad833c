import { queryOptions } from "@tanstack/react-query";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const portfolioQuery = queryOptions({
  queryKey: [...queryKeys.portfolio, "me"],
  queryFn: ({ signal }) => callApi<Portfolio>("GET", "/portfolio/me", undefined, signal),
});
