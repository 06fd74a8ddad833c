import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { formDeskMessages as messages } from "#shared/statement-form-messages.ts";
import type { StatementFormVersion } from "#shared/statements.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

export const formVersionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.statementForm(id),
    queryFn: ({ signal }) => callApi<StatementFormVersion>("GET", `/statement-forms/versions/${id}`, undefined, signal),
    retry: (count, error) => !isMissing(error) && count < 3,
  });

/** Reads again what shows versions. */
export function useFormsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([queryKeys.statementForms, queryKeys.audit].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useSignOff({ id, version_label }: StatementFormVersion) {
  const changed = useFormsChanged();
  return useMutation({
    mutationFn: () => callApi<StatementFormVersion>("POST", `/statement-forms/${id}/sign-off`),
    onSuccess: () => toast({ title: messages.signedOff, description: version_label }),
    onError: (error) => toastFailure(messages.signOffFailed, error, version_label),
    onSettled: changed,
  });
}

export function useWithdraw({ id, version_label }: StatementFormVersion) {
  const changed = useFormsChanged();
  return useMutation({
    mutationFn: (reason: string) =>
      callApi<StatementFormVersion>("POST", `/statement-forms/${id}/withdraw`, { reason }),
    onSuccess: () => toast({ title: messages.withdrawn, description: version_label }),
    onError: (error) => toastFailure(messages.withdrawFailed, error, version_label),
    onSettled: changed,
  });
}
