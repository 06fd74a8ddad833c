import type { Transaction } from "kysely";
import { type ImportCandidate, type ImportLine, importMessages } from "#shared/imports.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { findNewcomers } from "./known-people.ts";

/** @returns what an import would report. */
export async function previewLines(tx: Transaction<DB>, candidates: readonly ImportCandidate[]): Promise<ImportLine[]> {
  const newcomers = await findNewcomers(tx, candidates);
  return candidates.map((candidate) => {
    const result = newcomers.has(candidate) ? "created" : "exists";
    return { ...candidate, result, message: importMessages[result] };
  });
}
