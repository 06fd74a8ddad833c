import { queryOptions } from "@tanstack/react-query";
import type { Account } from "#shared/account/account.ts";
import { callApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

export const accountQuery = queryOptions({
  queryKey: queryKeys.account,
  queryFn: ({ signal }) => callApi<Account>("GET", "/account", undefined, signal),
  // Mail links open in other tabs, and other devices sign in.
  refetchOnWindowFocus: "always",
});
