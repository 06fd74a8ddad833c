import { queryOptions } from "@tanstack/react-query";
import type { Portfolio } from "#shared/portfolio.ts";
import { callApi } from "#web/lib/api.ts";

/** Of everything about what the reader owns, and what waits for them. */
export const portfolioKey = ["portfolio"];

export const portfolioQuery = queryOptions({
  queryKey: [...portfolioKey, "me"],
  queryFn: ({ signal }) => callApi<Portfolio>("GET", "/portfolio/me", undefined, signal),
});
