import { useRef, useState } from "react";
import { auditMessages } from "#shared/audit.ts";

export type PersonSearchState = ReturnType<typeof usePersonSearch>;

/** What is typed in the search for a person, which filters nothing until somebody is chosen. */
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
    /** Leads back to the box where something is typed in it. @returns whether it does. */
    refuseUnchosen: (): boolean => {
      if (typed.trim() === "") return false;
      setError(auditMessages.personNotChosen);
      box.current?.focus();
      return true;
    },
  };
}
