import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { fileStem } from "#shared/slug.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { saveFile } from "./save-file.ts";
import { useClub } from "./use-club.ts";

interface ChartFigureProps<Row> {
  heading: string;
  /** Worked out when it is asked for. */
  table: () => ChartTable<Row>;
  /** A new day makes a failed drawing try again. */
  day: string;
  note?: string | false;
  children: ReactNode;
}

/** A drawing, and the same numbers as a table. */
export function ChartFigure<Row>({ heading, table, day, note, children }: ChartFigureProps<Row>) {
  const id = useId();
  const shown = useShownTable();
  return (
    <section className="own-part" aria-labelledby={`${id}-heading`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-[0.4rem]">
        <h2 className="d4" id={`${id}-heading`}>
          {heading}
        </h2>
        <TableToggle heading={heading} tableId={id} shown={shown} />
      </div>
      <ErrorBoundary resetKey={day} isPart fallback={(retry) => <ChartFailed onRetry={retry} />}>
        {children}
      </ErrorBoundary>
      {note && <p className="note">{note}</p>}
      <div id={id} hidden={!shown.isTable}>
        {shown.isRendered && <RecordTable {...table()} />}
      </div>
    </section>
  );
}

/** The press answers at once; a long table follows. */
function useShownTable() {
  const [isTable, setTable] = useState(false);
  return { isTable, setTable, isRendered: useDeferredValue(isTable) };
}

interface TableToggleProps {
  heading: string;
  tableId: string;
  shown: ReturnType<typeof useShownTable>;
}

const TableToggle = ({ heading, tableId, shown: { isTable, setTable } }: TableToggleProps) => (
  <RowAction labelEnd={heading} aria-expanded={isTable} aria-controls={tableId} onClick={() => setTable(!isTable)}>
    {isTable ? "Hide the table" : "As a table"}
  </RowAction>
);

interface ChartNumbersProps<Row> extends Pick<ChartFigureProps<Row>, "heading" | "table"> {
  /** The name has no ".csv". */
  fileName: string;
}

/** The table and the download stand below several drawings that share one table. */
export function ChartNumbers<Row>({ heading, table, fileName }: ChartNumbersProps<Row>) {
  const id = useId();
  const { name: club } = useClub().identity;
  const shown = useShownTable();
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-[0.4rem] gap-y-[0.15rem]">
        <TableToggle heading={heading} tableId={id} shown={shown} />
        <RowAction labelEnd={heading} onClick={() => void saveChart(club, fileName, table())}>
          CSV
        </RowAction>
      </div>
      <div id={id} hidden={!shown.isTable}>
        {shown.isRendered && <RecordTable {...table()} />}
      </div>
    </>
  );
}

function ChartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice tone="error" title="The chart could not be drawn.">
        <p>The figures above and the numbers as a table are complete.</p>
        <Button variant="outline" isSmall className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}

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

export const recordsOf = <Row,>({ columns, rows }: ChartTable<Row>): Record<string, string | number>[] =>
  rows.map((row) =>
    Object.fromEntries(
      columns.map(({ header, unit, value }) => [unit ? `${header} (${unit})` : header, rounded(value(row))]),
    ),
  );

/** Rounds to two decimals, as the page shows it. */
const rounded = (value: string | number): string | number =>
  typeof value === "number" ? Number(value.toFixed(2)) : value;
