import type { Transaction } from "kysely";
import { type ImportCandidate, type ImportLine, importMessages } from "#shared/member-imports.ts";
import type { DB } from "../../db/database.generated.ts";
import { isKnown } from "./known-people.ts";

/** @returns the result that an import would have for each; the second of two equal e-mails exists by then. */
export async function previewLines(tx: Transaction<DB>, candidates: ImportCandidate[]): Promise<ImportLine[]> {
  const seen = new Set<string>();
  const previews: ImportLine[] = [];
  for (const candidate of candidates) {
    const result = seen.has(candidate.email) || (await isKnown(tx, candidate)) ? "exists" : "created";
    seen.add(candidate.email);
    previews.push({ ...candidate, result, message: importMessages[result] });
  }
  return previews;
}
