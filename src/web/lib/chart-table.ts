import type { RecordColumn } from "#web/ui/record-table.tsx";
import { saveFile } from "./save-file.ts";

/** The numbers of a chart, to be read and to be saved. */
export interface ChartTable<Row> {
  caption: string;
  columns: readonly (RecordColumn<Row> & {
    /** Days as 2029-12-31, pounds as 17059.92, for spreadsheets. */
    value: (row: Row) => string | number;
  })[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** For spreadsheets that would take UTF-8 for something else. */
const byteOrderMark = "\uFEFF";

/** Loads the writer of CSV with the first file. */
export async function saveChart<Row>(name: string, table: ChartTable<Row>): Promise<void> {
  const { toCsv } = await import("#shared/to-csv.ts");
  saveFile(name, "text/csv", byteOrderMark + toCsv(recordsOf(table)));
}

export const recordsOf = <Row>({ columns, rows }: ChartTable<Row>): Record<string, string | number>[] =>
  rows.map((row) => Object.fromEntries(columns.map(({ header, value }) => [header, value(row)])));
