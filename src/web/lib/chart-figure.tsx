import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { chartMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
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
  /** Without ".csv". */
  fileName: string;
  /** What a reader needs to know; one sentence or two. */
  note: string;
  children: ReactNode;
}

/** A drawing, and the same numbers as a table and as a file. */
export function ChartFigure<Row>({ heading, table, fileName, note, children }: ChartFigureProps<Row>) {
  const id = useId();
  return (
    <section className="own-part" aria-labelledby={`${id}-heading`}>
      <h3 className="d4" id={`${id}-heading`}>
        {heading}
      </h3>
      <ErrorBoundary resetKey={fileName} isPart fallback={(retry) => <ChartFailed onRetry={retry} />}>
        {children}
      </ErrorBoundary>
      <ChartNumbers heading={heading} table={table} fileName={fileName} note={note} />
    </section>
  );
}

type ChartNumbersProps<Row> = Omit<ChartFigureProps<Row>, "children" | "note"> & { note?: string };

/** What is below a drawing. */
export function ChartNumbers<Row>({ heading, table, fileName, note }: ChartNumbersProps<Row>) {
  const id = useId();
  const { name: club } = useClub().identity;
  const [isTable, setTable] = useState(false);
  // The press answers at once; a long table follows.
  const isRendered = useDeferredValue(isTable);
  return (
    <>
      <div className="own-below">
        <RowAction labelEnd={heading} aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
          {isTable ? "Hide the table" : "As a table"}
        </RowAction>
        <RowAction labelEnd={heading} onClick={() => void saveChart(club, fileName, table())}>
          {messages.csv}
        </RowAction>
        {note && <p className="note">{note}</p>}
      </div>
      <div id={id} hidden={!isTable}>
        {isRendered && <RecordTable {...table()} />}
      </div>
    </>
  );
}

function ChartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice tone="error" title="The chart could not be drawn.">
        <p>The figures above and the table below are complete and come from the same numbers.</p>
        <Button variant="outline" isSmall className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}
