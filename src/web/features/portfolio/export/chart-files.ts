import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { ChartTable } from "#web/lib/chart-table.ts";
import { calendarTable } from "../calendar-part.tsx";
import { companyTable } from "../company-part.tsx";
import { sectorTable, yearTable } from "../splits.tsx";
import { valueTable } from "../value-part.tsx";

interface ChartFile {
  label: string;
  /** Without the club's name, and without ".csv". */
  fileName: string;
  // biome-ignore lint/suspicious/noExplicitAny: each table has rows of its own
  table: () => ChartTable<any>;
}

/** What the charts are drawn from; none while nothing is held. */
export const chartFiles = (portfolio: Portfolio): ChartFile[] =>
  portfolio.companies.length === 0
    ? []
    : [
        { label: "Value and what you paid in, by day", name: "value", table: () => valueTable(portfolio) },
        { label: "Cost and value, by company", name: "companies", table: () => companyTable(portfolio.companies) },
        { label: "Cost by sector", name: "sectors", table: () => sectorTable(portfolio) },
        { label: "Cost by year of purchase", name: "years", table: () => yearTable(portfolio) },
        { label: "Tax and cash dates", name: "dates", table: () => calendarTable(portfolio.calendar) },
      ].map(({ name, ...file }) => ({ ...file, fileName: `${name}-${portfolio.as_of}` }));
