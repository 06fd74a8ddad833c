import { type ImportCandidate, type ImportLine, importMessages } from "#shared/imports.ts";
import type { Caller } from "../../context.ts";
import { isDatabaseUnavailable, sqlState } from "../../platform/db/errors.ts";
import { importBatch } from "./import-batch.ts";

/** On failure bisects the batch, so one bad line fails alone. */
export async function importLines(
  caller: Caller,
  candidates: readonly ImportCandidate[],
  sendsInvitations: boolean,
): Promise<ImportLine[]> {
  const [first] = candidates;
  if (!first) return [];
  try {
    return await importBatch(caller, candidates, sendsInvitations);
  } catch (error) {
    // No line at fault; a retry creates no duplicates.
    if (isDatabaseUnavailable(error)) throw error;
    if (candidates.length === 1) return [failedLine(caller, first, error)];
    const middle = Math.ceil(candidates.length / 2);
    return [
      ...(await importLines(caller, candidates.slice(0, middle), sendsInvitations)),
      ...(await importLines(caller, candidates.slice(middle), sendsInvitations)),
    ];
  }
}

function failedLine({ dependencies }: Caller, candidate: ImportCandidate, error: unknown): ImportLine {
  dependencies.log.error({ err: error }, "import line failed");
  const result = isRefusedRow(error) ? "failed" : "error";
  return { ...candidate, result, message: importMessages[result] };
}

/** SQLSTATE classes 22 and 23: data and constraint errors. */
const isRefusedRow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");
