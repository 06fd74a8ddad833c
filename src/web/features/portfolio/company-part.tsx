import { Suspense } from "react";
import { plainPounds } from "#shared/pence.ts";
import type { Portfolio, PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import { markedName } from "#shared/portfolio/portfolio-messages.ts";
import { companyChartMessages as messages, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import type { ChartTable } from "#web/lib/chart-figure.tsx";
import { ChartFigure } from "#web/lib/chart-figure.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ChartPlace } from "./chart-place.tsx";
import { grossOf } from "./company-sums.ts";
import { grossMultipleWords, multipleWords, signedPence, signedRange } from "./portfolio-words.ts";

const companyChart = lazyPage<{ portfolio: Portfolio }>(() =>
  import("./charts/company-chart.tsx").then((file) => file.CompanyChart),
);

export function CompanyPart({ portfolio }: { portfolio: Portfolio }) {
  const { companies, median_multiple, median_multiple_range, figures } = portfolio;
  const median =
    companies.length > 1 &&
    `The median company stands at ${multipleWords(median_multiple, median_multiple_range)} of its cost, all the money together at ${grossMultipleWords(figures)}.`;
  return (
    <ChartFigure
      heading="Cost against value, by company"
      day={portfolio.as_of}
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
    unit: "GBP" as const,
    isRight: true,
    className: "num",
    cell: (company: PortfolioCompany) => signedPence(penceOf(company)),
    value: (company: PortfolioCompany) => plainPounds(penceOf(company)),
  });
  return {
    caption: "What each company’s shares cost and are worth, by value",
    rows: companies,
    rowKey: ({ company_id }) => company_id,
    columns: [
      {
        header: "Company",
        className: "wrap-anywhere",
        cell: markedName,
        value: markedName,
      },
      money("Cost", (company) => grossOf(company).cost),
      {
        ...money("Value and proceeds, before costs of sale", (company) => grossOf(company).worth),
        cell: (company) => worthWords(grossOf(company).worth, grossOf(company).range),
      },
      {
        ...money("On cost", (company) => grossOf(company).difference),
        cell: (company) => signedRange(grossOf(company).difference, grossOf(company).range),
      },
      {
        header: "Multiple of cost, before fees and costs of sale",
        isRight: true,
        className: "num",
        cell: ({ figures }) => grossMultipleWords(figures),
        value: ({ figures }) => figures.gross_multiple ?? figures.gross_multiple_range?.low ?? "",
      },
      ...(companies.some((company) => grossOf(company).range > 0)
        ? [
            {
              ...money("At most, where a price is too old", (company) => grossOf(company).most),
              cell: (company: PortfolioCompany) => grossOf(company).range > 0 && signedPence(grossOf(company).most),
              value: (company: PortfolioCompany) =>
                grossOf(company).range > 0 ? plainPounds(grossOf(company).most) : "",
            },
          ]
        : []),
    ],
  };
}
