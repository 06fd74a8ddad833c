import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { decisionMessages } from "#shared/audit/admin-messages.ts";
import type { SenderDomain, SystemState } from "#shared/system/system.ts";
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

/** Asks name servers. What came of pasted headers stays until somebody looks again. */
export const mailDomainQuery = queryOptions({
  queryKey: queryKeys.mailDomain,
  queryFn: ({ signal }) => callApi<SenderDomain>("GET", "/system/mail-domain", undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Emails are written to files. */
export const hasNoMailServer = (state: SystemState): boolean =>
  state.checks.some(({ key, value }) => key === "mail" && value === "missing");

/** Returns false without a mail server, when an email reaches nobody; true if it is unknown. */
export const isMailSent = (client: QueryClient): Promise<boolean> =>
  client.ensureQueryData(systemQuery).then(
    (state) => !hasNoMailServer(state),
    () => true,
  );

/** Returns the words of a toast about an email. @param told what it says where a mail server is set. */
export const toldWords = async (client: QueryClient, person: string, told: (person: string) => string) =>
  (await isMailSent(client)) ? told(person) : decisionMessages.notTold(person);

export function useHasNoMailServer(): boolean {
  const { data } = useQuery(systemQuery);
  return data !== undefined && hasNoMailServer(data);
}
