import { useState } from "react";
import { ApiError } from "#web/lib/api.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";

interface Versioned {
  /** The value is null for a record that is not there yet. */
  updated_at: string | null;
}

/**
 * Of a form with a draft, whose record another window may save meanwhile.
 * @param draftKey of `useDraft`: what was typed keeps the version that it began with over a reload.
 */
export function useVersion<Saved extends Versioned>(saved: Saved, draftKey: string) {
  const [opened, setOpened] = useState(saved.updated_at);
  const [begunWith, setBegunWith] = useSessionStorage(`${draftKey}:version`);
  const [theirs, setTheirs] = useState<Saved>();
  return {
    expectedVersion: begunWith || opened,
    theirs,
    noteChange: () => {
      if (!begunWith && opened) setBegunWith(opened);
    },
    /** @returns whether the refusal is a conflict, which is then shown. */
    noteRefusal: (error: Error): boolean => {
      const record = error instanceof ApiError && error.problem.code === "revision_conflict" && error.problem.record;
      if (record) setTheirs(record as unknown as Saved);
      return Boolean(record);
    },
    keepMine: () => {
      if (theirs?.updated_at) setBegunWith(theirs.updated_at);
      setTheirs(undefined);
    },
    settle: (present: Saved) => {
      setBegunWith("");
      setOpened(present.updated_at);
      setTheirs(undefined);
    },
  };
}
