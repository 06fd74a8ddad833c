import { queryOptions } from "@tanstack/react-query";
import type { Account } from "#shared/account.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const accountQuery = queryOptions({
  queryKey: queryKeys.account,
  queryFn: ({ signal }) => callApi<Account>("GET", "/account", undefined, signal),
  // Mail links open in other tabs, and other devices sign in.
  refetchOnWindowFocus: "always",
});
