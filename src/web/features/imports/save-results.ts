import type { ImportLine } from "#shared/imports/import-lines.ts";
import { fileStem } from "#shared/slug.ts";
import { toCsv } from "#shared/to-csv.ts";
import { saveFile } from "#web/lib/save-file.ts";

/** UTF-8 marker for spreadsheets. */
const byteOrderMark = "\uFEFF";

export function saveResults(items: readonly ImportLine[], today: Date, clubName: string): void {
  const name = `${fileStem(clubName)}-import-${today.toISOString().slice(0, 10)}.csv`;
  saveFile(name, "text/csv", byteOrderMark + resultsAsCsv(items));
}

/** Escapes formulas. */
export function resultsAsCsv(items: readonly ImportLine[]): string {
  const rows = items.map(({ line, full_name, email, tier, message, note, input }) => ({
    line,
    name: full_name ?? "",
    email: email ?? "",
    tier: tier ?? "",
    result: message,
    note: note ?? "",
    input,
  }));
  return toCsv(rows);
}
