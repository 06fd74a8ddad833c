import type { Transaction } from "kysely";
import { type ImportCandidate, type ImportLine, importMessages } from "#shared/imports.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { findNewcomers } from "./known-people.ts";

/** @returns the result that an import would have for each. */
export async function previewLines(tx: Transaction<DB>, candidates: readonly ImportCandidate[]): Promise<ImportLine[]> {
  const newcomers = await findNewcomers(tx, candidates);
  return candidates.map((candidate) => {
    const result = newcomers.has(candidate) ? "created" : "exists";
    return { ...candidate, result, message: importMessages[result] };
  });
}
