import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

export const formVersionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.statementForm(id),
    queryFn: ({ signal }) => callApi<StatementFormVersion>("GET", `/statement-forms/versions/${id}`, undefined, signal),
    retry: (count, error) => !isMissing(error) && count < 3,
  });

/** Queries with these keys show form versions. */
export const formKeys: readonly QueryKey[] = [queryKeys.statementForms, queryKeys.audit];
