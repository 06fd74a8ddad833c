import { Suspense } from "react";
import type { Portfolio, PortfolioCompany } from "#shared/portfolio.ts";
import { markedName } from "#shared/portfolio-messages.ts";
import { companyChartMessages as messages } from "#shared/portfolio-page-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import { ChartPlace } from "./chart-place.tsx";
import { type ChartTable, inPounds } from "./chart-table.ts";
import { grossOf } from "./company-sums.ts";
import { multipleOf, signedPence } from "./portfolio-words.ts";

const companyChart = lazyPage<{ portfolio: Portfolio }>(() =>
  import("./charts/company-chart.tsx").then((file) => file.CompanyChart),
);

export function CompanyPart({ portfolio }: { portfolio: Portfolio }) {
  const { companies, as_of, median_multiple, figures } = portfolio;
  const all = figures.gross_multiple;
  const isKnown = median_multiple !== null && all !== null && companies.length > 1;
  const median = isKnown && messages.median(multipleOf(median_multiple), multipleOf(all));
  return (
    <ChartFigure
      heading={messages.heading}
      fileName={`companies-${as_of}`}
      table={() => companyTable(companies)}
      note={median ? `${messages.note} ${median}` : messages.note}
    >
      <Suspense fallback={<ChartPlace className="own-bars" />}>
        <Page page={companyChart} portfolio={portfolio} />
      </Suspense>
    </ChartFigure>
  );
}

export function companyTable(companies: readonly PortfolioCompany[]): ChartTable<PortfolioCompany> {
  const money = (header: string, penceOf: (company: PortfolioCompany) => number) => ({
    header,
    ...{ isRight: true, className: "num" },
    cell: (company: PortfolioCompany) => signedPence(penceOf(company)),
    value: (company: PortfolioCompany) => inPounds(penceOf(company)),
  });
  return {
    caption: messages.caption,
    rows: companies,
    rowKey: ({ company_id }) => company_id,
    columns: [
      {
        ...{ header: messages.company, className: "wrap-anywhere" },
        cell: markedName,
        value: markedName,
      },
      money(messages.costColumn, (company) => grossOf(company).cost),
      money(messages.valueColumn, (company) => grossOf(company).worth),
      money(messages.differenceColumn, (company) => grossOf(company).difference),
      {
        ...{ header: messages.multiple, isRight: true, className: "num" },
        cell: ({ figures }) => figures.gross_multiple !== null && multipleOf(figures.gross_multiple),
        value: ({ figures }) => figures.gross_multiple ?? "",
      },
    ],
  };
}
