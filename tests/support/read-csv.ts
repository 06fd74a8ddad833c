import { pathToFileURL } from "node:url";
import { toolPackage } from "./install-tool.ts";

interface CsvOptions {
  bom: true;
  columns?: true;
  record_delimiter: "\r\n";
}

/** The rows of an exported file, the header first, by another library than the one that writes them. @throws Error for rows of different lengths and for stray quotes. */
export const readCsv = (text: string) => read<string[]>(text, {});

/** The same below the header, each row by the names of its columns. */
export const readCsvRecords = (text: string) => read<Record<string, string>>(text, { columns: true });

async function read<Row>(text: string, options: Pick<CsvOptions, "columns">): Promise<Row[]> {
  const library = pathToFileURL(toolPackage("readers", "csv-parse/lib/sync.js")).href;
  const { parse }: { parse: (text: string, options: CsvOptions) => Row[] } = await import(library);
  return parse(text, { ...options, bom: true, record_delimiter: "\r\n" });
}
