import Papa from "papaparse";

export interface CsvRow {
  /** Where it begins in the file, from 1. */
  line: number;
  cells: string[];
}

interface Refusals {
  openQuote: (line: number) => Error;
  tooMany: () => Error;
}

/**
 * The rows that are not blank, the header first.
 * @param most below the header
 * @throws what `refusals` make, as soon as it is met
 */
export function readCsvRows(file: string, most: number, { openQuote, tooMany }: Refusals): CsvRow[] {
  const text = file.replaceAll(/\r\n?/g, "\n");
  const rows: CsvRow[] = [];
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    newline: "\n",
    step: ({ data: cells, errors }) => {
      if (errors.some(({ type }) => type === "Quotes")) throw openQuote(line);
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
      if (rows.length > most + 1) throw tooMany();
      line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
    },
  });
  return rows;
}

/** The one that splits the first line into most columns. */
function delimiterOf(text: string): string {
  const [header = ""] = text.trimStart().split("\n", 1);
  const columns = (delimiter: string) => header.split(delimiter).length;
  const [most = ","] = [",", ";", "\t"].toSorted((one, other) => columns(other) - columns(one));
  return most;
}
