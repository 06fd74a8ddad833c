import type { StatementForm } from "#shared/statements/statements.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { type Draft, emptyDraft } from "./draft.ts";

export interface Kept {
  /** Of step 1: the key of a condition, "experience" or "none". */
  choice: string;
  /** Null until it is chosen. */
  form: Pick<StatementForm, "id" | "kind"> | null;
  draft: Draft;
  /** Where somebody who comes back goes on. */
  step: string;
  /** The record has to be looked at, though it is complete. */
  asksForRecord: boolean;
  /** Empty while nothing is. */
  savedAt: string;
}

const nothing: Kept = { choice: "", form: null, draft: emptyDraft, step: "", asksForRecord: false, savedAt: "" };

/** In this tab alone, until it is signed, the tab is closed or its owner logs out: the server has nothing of it before. */
export function useKeptDraft(userId: string) {
  const key = `statement-draft:${userId}`;
  const [text, setText] = useSessionStorage(key);
  return {
    kept: keptIn(text),
    // Two changes of one press build on each other.
    keep: (changes: Partial<Kept>) =>
      setText(
        JSON.stringify({
          ...keptIn(sessionStorage.getItem(key) ?? ""),
          ...changes,
          savedAt: new Date().toISOString(),
        }),
      ),
    forget: () => setText(""),
  };
}

const keptIn = (text: string): Kept => ({ ...nothing, ...(text !== "" && JSON.parse(text)) });
