import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { forgetTypedRecord, RecordUnreadable, recordVersionKey, typedRecord } from "./record-draft.ts";
import { recordSchema, toFormValues } from "./record-values.ts";

/** Saves where something was typed. @throws RecordUnreadable, or what the server refuses. */
export async function saveRecordDraft(userId: string, own: OwnInvestorRecord): Promise<OwnInvestorRecord | undefined> {
  const typed = typedRecord(userId);
  if (!typed) return undefined;
  const { data } = recordSchema.safeParse({ ...toFormValues(own.record), ...typed });
  if (!data) throw new RecordUnreadable();
  const versionKey = recordVersionKey(userId);
  const expected_version = sessionStorage.getItem(versionKey) ?? own.updated_at;
  try {
    const saved = await callApi<OwnInvestorRecord>("PUT", "/investor-records/me", { ...data, expected_version });
    forgetTypedRecord(userId);
    return saved;
  } catch (error) {
    // Whoever looks at it once more has seen what another window saved.
    const theirs = error instanceof ApiError && error.problem.code === "revision_conflict" && error.problem.record;
    if (theirs) sessionStorage.setItem(versionKey, String((theirs as unknown as OwnInvestorRecord).updated_at));
    throw error;
  }
}
