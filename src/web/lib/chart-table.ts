import { fileStem } from "#shared/slug.ts";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { saveFile } from "./save-file.ts";

/** The numbers of a chart, to be read and to be saved. */
export interface ChartTable<Row> {
  caption: string;
  columns: readonly (RecordColumn<Row> & {
    /** Days as 2029-12-31, pounds as 17059.92, for spreadsheets. */
    value: (row: Row) => string | number;
    unit?: "GBP";
  })[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** The mark tells spreadsheets that the file is UTF-8. */
const byteOrderMark = "\uFEFF";

/** Loads the writer of CSV with the first file. @param name without the club's, and without ".csv". */
export async function saveChart<Row>(clubName: string, name: string, table: ChartTable<Row>): Promise<void> {
  const { toCsv } = await import("#shared/to-csv.ts");
  saveFile(`${fileStem(clubName)}-${name}.csv`, "text/csv", byteOrderMark + toCsv(recordsOf(table)));
}

export const recordsOf = <Row>({ columns, rows }: ChartTable<Row>): Record<string, string | number>[] =>
  rows.map((row) =>
    Object.fromEntries(
      columns.map(({ header, unit, value }) => [unit ? `${header} (${unit})` : header, rounded(value(row))]),
    ),
  );

/** Rounds to two decimals, as the page shows it. */
const rounded = (value: string | number): string | number =>
  typeof value === "number" ? Number(value.toFixed(2)) : value;
