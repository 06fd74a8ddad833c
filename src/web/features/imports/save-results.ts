import { club } from "#shared/club.ts";
import type { ImportLine } from "#shared/imports.ts";
import { toCsv } from "#shared/to-csv.ts";
import { saveFile } from "#web/lib/save-file.ts";

/** Spreadsheets take a file for UTF-8 only when it begins with this. */
const byteOrderMark = "\uFEFF";

export function saveResults(items: readonly ImportLine[], today: Date): void {
  const name = `${club.product.toLowerCase()}-import-${today.toISOString().slice(0, 10)}.csv`;
  saveFile(name, "text/csv", byteOrderMark + resultsAsCsv(items));
}

/** Texts that a spreadsheet would run as formulas are kept from it. */
export function resultsAsCsv(items: readonly ImportLine[]): string {
  const rows = items.map(({ line, full_name, email, message, note, input }) => ({
    line,
    name: full_name ?? "",
    email: email ?? "",
    result: message,
    note: note ?? "",
    input,
  }));
  return toCsv(rows);
}
