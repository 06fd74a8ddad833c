import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import { quarterName, shortQuarter } from "#shared/company-updates/company-quarters.ts";
import type { UpdateFigures } from "#shared/company-updates/company-updates.ts";
import {
  type FigureName,
  figureLabels,
  figureNames,
  memberUpdateMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { fileStem } from "#shared/slug.ts";
import { ChartNumbers } from "#web/lib/chart-figure.tsx";
import type { ChartTable } from "#web/lib/chart-table.ts";

interface ToldUpdate extends UpdateFigures {
  quarter: string;
}

/** Every quarter, with what was not given, to be read and to be saved. */
export function FigureTable({ updates, company }: { updates: readonly ToldUpdate[]; company: string }) {
  return (
    <ChartNumbers
      heading={messages.title}
      table={() => figureTable(updates)}
      fileName={`updates-${fileStem(company)}-${updates[0]?.quarter.toLowerCase() ?? ""}`}
    />
  );
}

export const figureTable = (updates: readonly ToldUpdate[]): ChartTable<ToldUpdate> => ({
  caption: messages.title,
  rows: updates,
  rowKey: ({ quarter }) => quarter,
  columns: [
    {
      ...{ header: "Quarter", className: "whitespace-nowrap", value: ({ quarter }: ToldUpdate) => quarter },
      cell: ({ quarter }) => (
        <>
          <span aria-hidden="true">{shortQuarter(quarter)}</span>
          <span className="sr-only">{quarterName(quarter)}</span>
        </>
      ),
    },
    ...figureNames.map((name) => ({
      ...{ header: figureLabels[name], isRight: true, className: "num" },
      ...(name.endsWith("_pence") && { unit: "GBP" as const }),
      cell: (update: ToldUpdate) => (update[name] === null ? messages.notGiven : formatFigure(name, update[name])),
      value: (update: ToldUpdate) => (update[name] === null ? "" : plainFigure(name, update[name])),
    })),
  ],
});

/** In pounds and in percent. */
const plainFigure = (name: FigureName, value: number): number => (/_(pence|bp)$/.test(name) ? value / 100 : value);
