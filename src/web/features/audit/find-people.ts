import type { AuditPerson } from "#shared/audit.ts";
import type { List } from "#shared/lists.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const peopleKey = (words: string) => [...queryKeys.audit, "people", words];

export async function findPeople(words: string, signal: AbortSignal): Promise<AuditPerson[]> {
  const path = `/audit-events/people?${new URLSearchParams({ q: words })}`;
  return (await callApi<List<AuditPerson>>("GET", path, undefined, signal)).items;
}
