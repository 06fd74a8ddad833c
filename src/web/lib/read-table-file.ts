import { isZip } from "#shared/tables/foreign-formats.ts";
import { tableFileMessages as messages } from "#shared/tables/messages.ts";

/** Of a file, and of what is read of a workbook. */
export const mostTableBytes = 2 * 1024 * 1024;

/**
 * A file that is chosen for an import, as the CSV file that the club reads. Of a workbook it is the first sheet with text, which is
 * read here, in the browser of its owner, so that no workbook is ever opened by the server.
 * @throws Error with words for the screen
 */
export async function readTableFile(file: File): Promise<File> {
  if (file.size > mostTableBytes) throw new Error(messages.tooLarge);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Spreadsheet programs have types of their own for CSV.
  if (!isZip(bytes)) return new File([bytes], file.name, { type: "text/csv" });
  const { workbookToCsv } = await import("./workbook-to-csv.ts");
  const csv = await workbookToCsv(bytes);
  return new File([csv], file.name.replace(/(\.xls[xm])?$/i, ".csv"), { type: "text/csv" });
}
