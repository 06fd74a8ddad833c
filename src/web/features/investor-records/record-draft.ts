import { readDraft } from "#web/ui/form/use-draft.ts";
import type { RecordValues } from "./record-values.ts";

export const recordDraftKey = (userId: string): string => `investor-record-draft:${userId}`;

/** Returns what somebody has typed and not saved; `null` for nothing. */
export const typedRecord = (userId: string): Partial<RecordValues> | null => readDraft(recordDraftKey(userId));

export const recordVersionKey = (userId: string): string => `${recordDraftKey(userId)}:version`;

export function forgetTypedRecord(userId: string): void {
  for (const key of [recordDraftKey(userId), recordVersionKey(userId)]) sessionStorage.removeItem(key);
}

/** The typed text is no complete record. */
export class RecordUnreadable extends Error {}
