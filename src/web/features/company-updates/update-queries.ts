import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CompanyUpdates, UpdateCompany } from "#shared/company-updates.ts";
import { updateDeskMessages as messages } from "#shared/company-updates-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

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

/** What shows the company, its updates or the audit is fetched again. */
export function useUpdatesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([updatesKey, queryKeys.audit].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** A button that needs no form. */
export function useUpdateAction(method: "POST" | "PUT", path: string, done: string) {
  const changed = useUpdatesChanged();
  return useMutation({
    mutationFn: (body: object | undefined) => callApi<UpdateCompany>(method, path, body),
    onSuccess: () => toast({ title: done }),
    onError: (error) => toastFailure(messages.failed, error),
    onSettled: changed,
  });
}
