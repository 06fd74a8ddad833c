import { type ReactNode, useDeferredValue, useId, useState } from "react";

import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { type ChartTable, saveChart } from "./chart-table.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
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
      <div className="own-part-head">
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
      <div className="own-below">
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
