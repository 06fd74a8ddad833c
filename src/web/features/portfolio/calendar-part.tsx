import { Suspense } from "react";
import { formatPence, plainPounds } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { ChartTable } from "#web/lib/chart-figure.tsx";
import { ChartFigure } from "#web/lib/chart-figure.tsx";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { type CalendarEntry, whatWords } from "./calendar-words.ts";
import { ChartPlace } from "./chart-place.tsx";
import { useReaderWords } from "./reader-words.ts";

const calendarChart = lazyPage<{ portfolio: Portfolio }>(() =>
  import("./charts/calendar-chart.tsx").then((file) => file.CalendarChart),
);

export function CalendarPart({ portfolio }: { portfolio: Portfolio }) {
  return (
    <ChartFigure
      heading="Tax and cash dates"
      day={portfolio.as_of}
      table={() => calendarTable(portfolio.calendar)}
      note={useReaderWords().calendarNote}
    >
      <Suspense fallback={<ChartPlace />}>
        <Page page={calendarChart} portfolio={portfolio} />
      </Suspense>
    </ChartFigure>
  );
}

export const calendarTable = (calendar: readonly CalendarEntry[]): ChartTable<CalendarEntry> => ({
  caption: "Dates of tax and cash, the earliest first",
  rows: calendar,
  rowKey: ({ lot_id, kind, day, pence }) => `${lot_id} ${kind} ${day} ${pence}`,
  columns: [
    { header: "Day", className: "num", cell: ({ day }) => shortDate(day), value: ({ day }) => day },
    {
      header: "Company",
      className: "wrap-anywhere",
      cell: ({ name }) => name,
      value: ({ name }) => name,
    },
    { header: "What", cell: whatOf, value: whatOf },
    {
      header: "Amount",
      unit: "GBP",
      isRight: true,
      className: "num",
      cell: ({ pence }) => pence !== null && formatPence(pence),
      value: ({ pence }) => (pence === null ? "" : plainPounds(pence)),
    },
    { header: "State", cell: stateOf, value: stateOf },
  ],
});

const whatOf = (entry: CalendarEntry) => whatWords({ ...entry, pence: null });
const stateOf = ({ is_done }: CalendarEntry) => (is_done ? "Done" : "Open");
