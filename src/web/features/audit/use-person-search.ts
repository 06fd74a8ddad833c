import { useRef, useState } from "react";
import { auditMessages } from "#shared/audit-messages.ts";

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
      setError(auditMessages.personNotChosen);
      box.current?.focus();
      return true;
    },
  };
}
