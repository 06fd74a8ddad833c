import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { OwnExit } from "#shared/funds/funds-exits.ts";
import type { OwnCompany, Portfolio } from "#shared/portfolio/portfolio.ts";
import type { YearEndPack } from "#shared/portfolio/year-end-pack.ts";
import { ownPapersQuery } from "#web/features/funds/own-funds-queries.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const portfolioOnQuery = (on: string) =>
  queryOptions({
    queryKey: [...queryKeys.portfolio, "me", "on", on],
    queryFn: ({ signal }) => callApi<Portfolio>("GET", `/portfolio/me?on=${on}`, undefined, signal),
  });

/** @param on an earlier day; today without it. */
export const ownCompanyQuery = (id: string, on = "") =>
  queryOptions({
    queryKey: [...queryKeys.portfolio, "me", "companies", id, on],
    queryFn: ({ signal }) =>
      callApi<OwnCompany>("GET", `/portfolio/me/companies/${id}${on && `?on=${on}`}`, undefined, signal),
  });

/** @param query "?tax_year=2026"; the running one for "". */
export const yearEndQuery = (query: string) =>
  queryOptions({
    queryKey: [...queryKeys.portfolio, "me", "year-end", query],
    queryFn: ({ signal }) => callApi<YearEndPack>("GET", `/portfolio/me/year-end${query}`, undefined, signal),
    placeholderData: keepPreviousData,
  });

export const ownExitsQuery = queryOptions({
  queryKey: ["exits", "me"],
  queryFn: ({ signal }) => callApi<{ items: OwnExit[] }>("GET", "/exits/me", undefined, signal),
});

/** What hangs on the reader's own figures; which certificates are awaited, too. */
export const ownFigureKeys: readonly QueryKey[] = [queryKeys.portfolio, ownPapersQuery.queryKey];

/** @param isCompanyGone its page is still shown for a moment, and there is nothing left to read. */
export async function readPortfolioAgain(client: QueryClient, isCompanyGone = false): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: queryKeys.portfolio,
      predicate: ({ queryKey }) => !isCompanyGone || queryKey[2] !== "companies",
    }),
    // The record decides which certificates are awaited.
    client.invalidateQueries({ queryKey: ownPapersQuery.queryKey }),
  ]);
}
