import type { Transaction } from "kysely";
import { type ImportCandidate, type ImportLine, importMessages } from "#shared/member-imports.ts";
import type { DB } from "../../db/database.generated.ts";
import { isKnown } from "./known-people.ts";

/** @returns by line number, the result that an import would have; the second of two equal e-mails exists by then. */
export async function previewLines(
  tx: Transaction<DB>,
  candidates: ImportCandidate[],
): Promise<Map<number, ImportLine>> {
  const seen = new Set<string>();
  const previews = new Map<number, ImportLine>();
  for (const candidate of candidates) {
    const result = seen.has(candidate.email) || (await isKnown(tx, candidate)) ? "exists" : "created";
    seen.add(candidate.email);
    previews.set(candidate.line, { ...candidate, result, message: importMessages[result] });
  }
  return previews;
}
