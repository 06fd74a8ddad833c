import { queryOptions } from "@tanstack/react-query";
import type { OwnStatements } from "#shared/statements/signed-statements.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const ownStatementsQuery = queryOptions({
  queryKey: queryKeys.ownStatements,
  queryFn: ({ signal }) => callApi<OwnStatements>("GET", "/statements/me", undefined, signal),
});
