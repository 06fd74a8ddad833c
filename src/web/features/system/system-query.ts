import { queryOptions } from "@tanstack/react-query";
import type { SystemState } from "#shared/system/system.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

const followMs = 2000;

/** Read again while a test email is on its way. */
export const systemQuery = queryOptions({
  queryKey: queryKeys.systemState,
  queryFn: ({ signal }) => callApi<SystemState>("GET", "/system", undefined, signal),
  refetchInterval: ({ state }) => (isOnItsWay(state.data) ? followMs : false),
});

const isOnItsWay = (state: SystemState | undefined): boolean => {
  const mail = state?.test_mail;
  return mail?.state === "running" || (mail?.state === "waiting" && mail.retries === 0);
};

/** Emails are written to files. */
export const hasNoMailServer = (state: SystemState): boolean =>
  state.checks.some(({ key, value }) => key === "mail" && value === "missing");
