import { type ImportCandidate, type ImportLine, importMessages } from "#shared/imports.ts";
import type { Caller } from "../../context.ts";
import { isDatabaseUnavailable, sqlState } from "../../platform/db/errors.ts";
import { importBatch } from "./import-batch.ts";

/**
 * Imports people in one transaction. When it fails each half is tried by itself, down to the line at fault, so that one
 * bad line costs no other.
 */
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
    // No line is at fault, and importing the list again creates nobody twice.
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

/** SQLSTATE classes 22 and 23: the database would not have this row, as opposed to having trouble of its own. */
const isRefusedRow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");
