import { tableFileMessages as messages } from "#shared/tables/messages.ts";
import { leftOutColumns, readTable, type Table, TableError, type TableProblem } from "#shared/tables/read-table.ts";
import { type ColumnMatch, type ColumnSpec, matchColumns } from "#shared/tables/titles.ts";
import { mostTableBytes, readTableFile } from "./read-table-file.ts";

export interface OpenedTable<Name extends string> {
  /** The file is CSV. */
  file: File;
  table: Table;
  match: ColumnMatch<Name>;
}

const limits = { bytes: mostTableBytes, rows: 5000 };

/** @throws Error with words for the screen */
export async function openTable<Name extends string>(
  given: File,
  specs: readonly ColumnSpec<Name>[],
): Promise<OpenedTable<Name>> {
  const { file, otherSheets } = await readTableFile(given, specs);
  const { table, match } = readText(new Uint8Array(await file.arrayBuffer()), specs);
  return { file, table: { ...table, otherSheets }, match };
}

/** @throws Error with words for the screen, and the TableError as its cause */
export function readText<Name extends string>(
  source: Uint8Array | string,
  specs: readonly ColumnSpec<Name>[],
): Omit<OpenedTable<Name>, "file"> {
  try {
    const table = readTable(source, specs, limits);
    return { table, match: table.hasHeader ? matchColumns(table.titles, specs) : {} };
  } catch (error) {
    throw error instanceof TableError ? new Error(wordsOf(error.problem), { cause: error }) : error;
  }
}

function wordsOf(problem: TableProblem): string {
  if (problem.code === "open_quote") return `Line ${problem.line} has a quotation mark without its second one.`;
  if (problem.code === "other_format") return messages.otherFormat(problem.format);
  return {
    too_large: messages.tooLarge,
    too_many_rows: "This file has more than 5,000 lines. Please split it.",
    not_text:
      "This file holds no text. Please save the list as CSV or as an Excel workbook (.xlsx) and choose that file.",
    no_text: "This file is empty.",
  }[problem.code];
}

/** "Columns that are not read: Notes. 1 line above the header is not read."; empty where everything is read. */
export function describeLeftOut(table: Table, match: ColumnMatch, totals = 0): string {
  const { above, otherSheets } = table;
  return leftOutWords(leftOutColumns(table, Object.values(match)), above.length, { totals, otherSheets });
}

interface AlsoLeftOut {
  totals?: number;
  otherSheets?: readonly string[] | undefined;
}

export const leftOutWords = (
  columns: readonly string[],
  above: number,
  { totals = 0, otherSheets = [] }: AlsoLeftOut,
): string =>
  [
    otherSheets.length > 0 && messages.otherSheets(otherSheets),
    columns.length > 0 && `Columns that are not read: ${columns.join(", ")}.`,
    above > 0 &&
      (above === 1 ? "1 line above the header is not read." : `${above} lines above the header are not read.`),
    totals > 0 && messages.totals(totals),
  ]
    .filter(Boolean)
    .join(" ");
