import { isZip } from "#shared/tables/foreign-formats.ts";
import { tableFileMessages as messages } from "#shared/tables/messages.ts";
import type { ColumnSpec } from "#shared/tables/titles.ts";

/** Of a file, and of what is read of a workbook. */
export const mostTableBytes = 2 * 1024 * 1024;

export interface TableFile {
  file: File;
  /** The list names a workbook's sheets with text that are not read. */
  otherSheets: readonly string[];
}

/**
 * A file that is chosen for an import, under its own name, as the CSV that the club reads. Of a workbook it is the sheet with most titles of `specs`,
 * which is read here, in the browser of its owner, so that no workbook is ever opened by the server.
 * @throws Error with words for the screen
 */
export async function readTableFile(file: File, specs: readonly ColumnSpec[]): Promise<TableFile> {
  if (file.size > mostTableBytes) throw new Error(messages.tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Spreadsheet programs have types of their own for CSV.
  if (!isZip(bytes)) return { file: new File([bytes], file.name, { type: "text/csv" }), otherSheets: [] };
  const { workbookToCsv } = await import("./workbook-to-csv.ts");
  const { csv, otherSheets } = await workbookToCsv(bytes, specs);
  return { file: new File([csv], file.name, { type: "text/csv" }), otherSheets };
}
