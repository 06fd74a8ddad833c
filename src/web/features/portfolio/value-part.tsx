import { Suspense } from "react";
import { groupBy } from "#shared/group-by.ts";
import { plainPounds } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { memberWords, valueChartMessages as messages, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import type { ChartTable } from "#web/lib/chart-figure.tsx";
import { ChartFigure } from "#web/lib/chart-figure.tsx";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ChartPlace } from "./chart-place.tsx";
import { signedPence, signedRange } from "./portfolio-words.ts";
import { useReaderWords } from "./reader-words.ts";
import { eventWords, stepsTo } from "./value-steps.ts";

const valueChart = lazyPage<{ portfolio: Portfolio }>(() =>
  import("./charts/value-chart.tsx").then((file) => file.ValueChart),
);

export function ValuePart({ portfolio }: { portfolio: Portfolio }) {
  const { value, valueCaption } = useReaderWords();
  if (!hasTwoDays(portfolio)) return null;
  return (
    <ChartFigure
      heading={value}
      day={portfolio.as_of}
      table={() => valueTable(portfolio, valueCaption)}
      note={
        startsBelow(portfolio) &&
        "The value starts on the day the shares were issued, and below what was paid in, by the fee."
      }
    >
      <Suspense fallback={<ChartPlace className="own-chart-value" />}>
        <Page page={valueChart} portfolio={portfolio} />
      </Suspense>
    </ChartFigure>
  );
}

/** A line needs two days: what was bought today has one. */
const hasTwoDays = ({ steps: [first], as_of }: Portfolio): boolean => first !== undefined && first.day < as_of;

function startsBelow({ steps, figures }: Portfolio): boolean {
  const first = steps.find(({ worth_pence }) => worth_pence > 0);
  return first !== undefined && first.worth_pence < first.paid_in_pence && figures.fee_pence > 0;
}

type Step = Portfolio["steps"][number] & { happened: string };

const differenceOf = ({ worth_pence, paid_in_pence }: Step) => worth_pence - paid_in_pence;
const mostOf = ({ worth_pence, range_pence }: Step) => worth_pence + range_pence;

export function valueTable(portfolio: Portfolio, caption = memberWords.valueCaption): ChartTable<Step> {
  const money = (header: string, penceOf: (step: Step) => number) => ({
    header,
    unit: "GBP" as const,
    isRight: true,
    className: "num",
    cell: (step: Step) => signedPence(penceOf(step)),
    value: (step: Step) => plainPounds(penceOf(step)),
  });
  const happened = groupBy(portfolio.events, ({ day }) => day);
  const wordsOf = (day: string) => (happened.get(day) ?? []).map((event) => eventWords(event, portfolio)).join("; ");
  return {
    caption,
    rows: stepsTo(portfolio).map((step) => ({ ...step, happened: wordsOf(step.day) })),
    rowKey: ({ day }) => day,
    columns: [
      { header: "From", className: "num", cell: ({ day }) => shortDate(day), value: ({ day }) => day },
      money(messages.paidIn, ({ paid_in_pence }) => paid_in_pence),
      {
        ...money(messages.valueAndBack, ({ worth_pence }) => worth_pence),
        cell: ({ worth_pence, range_pence }) => worthWords(worth_pence, range_pence),
      },
      {
        ...money("Difference", differenceOf),
        cell: (step) => signedRange(differenceOf(step), step.range_pence),
      },
      ...(portfolio.steps.some(({ range_pence }) => range_pence > 0)
        ? [
            {
              ...money("At most, where a price is too old", mostOf),
              cell: (step: Step) => step.range_pence > 0 && signedPence(mostOf(step)),
              value: (step: Step) => (step.range_pence > 0 ? plainPounds(mostOf(step)) : ""),
            },
          ]
        : []),
      {
        header: "What happened",
        className: "wrap-anywhere",
        cell: ({ happened }) => happened,
        value: ({ happened }) => happened,
      },
    ],
  };
}
