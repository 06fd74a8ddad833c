import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { CompanyUpdates, UpdateCompany } from "#shared/company-updates/company-updates.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** A list's key is its path. */
const updatesKey = ["company-updates"];

export const ownUpdatesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...updatesKey, "own", companyId],
    queryFn: ({ signal }) =>
      callApi<CompanyUpdates>("GET", `/portfolio/me/companies/${companyId}/updates`, undefined, signal),
  });

export const updateCompanyQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...updatesKey, "one", companyId],
    queryFn: ({ signal }) => callApi<UpdateCompany>("GET", `/companies/${companyId}/updates`, undefined, signal),
  });

/** What shows the company, its updates or the audit. */
export const updateKeys: readonly QueryKey[] = [updatesKey, queryKeys.audit];
