import { useRef, useState } from "react";
import type { AuditPerson } from "#shared/audit/audit.ts";
import type { List } from "#shared/lists.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export type PersonSearchState = ReturnType<typeof usePersonSearch>;

/** Does not filter until a person is chosen. */
export function usePersonSearch() {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  return {
    box,
    typed,
    error,
    setTyped: (text: string) => {
      setTyped(text);
      setError(undefined);
    },
    /** Focuses the box if text is left unchosen. @returns whether so. */
    refuseUnchosen: (): boolean => {
      if (typed.trim() === "") return false;
      setError("Choose a person from the list, or clear the field.");
      box.current?.focus();
      return true;
    },
  };
}

export const peopleKey = (words: string) => [...queryKeys.audit, "people", words];

export async function findPeople(words: string, signal: AbortSignal): Promise<AuditPerson[]> {
  const path = `/audit-events/people?${new URLSearchParams({ q: words })}`;
  return (await callApi<List<AuditPerson>>("GET", path, undefined, signal)).items;
}
