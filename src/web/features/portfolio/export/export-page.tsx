import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "#shared/paths.ts";
import { adviserSeatListMessages } from "#shared/portfolio/adviser-seats-messages.ts";
import { bundleMessages, exportMessages as messages } from "#shared/portfolio/own-bundle-messages.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { ownPortfolioMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { formatTaxYear } from "#shared/portfolio/tax-dates.ts";
import { yearEndMessages } from "#shared/portfolio/year-end-messages.ts";
import { type ChartTable, saveChart } from "#web/lib/chart-figure.tsx";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Select } from "#web/ui/select.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { calendarTable } from "../calendar-part.tsx";
import { companyTable } from "../company-part.tsx";
import { ExportEverything } from "../export-everything.tsx";
import { OwnPage } from "../own-page.tsx";
import { yearEndQuery } from "../portfolio-queries.ts";
import { portfolioQuery } from "../portfolio-query.ts";
import { sectorTable, yearTable } from "../splits.tsx";
import { valueTable } from "../value-part.tsx";

/** Everything to keep, the tables behind the figures, or a tax year. */
export function ExportPage({ backTo, backLabel }: { backTo: string; backLabel: string }) {
  return (
    <OwnPage title={messages.title} label={messages.title} {...{ backTo, backLabel }} className="own-export">
      <ViewHead title={messages.title} />
      <Everything />
      <Tables />
      <TaxYear />
      <p className="note">
        Your adviser or accountant can also read what you hold without an account:{" "}
        <InlineLink to={paths.adviserSeats}>{adviserSeatListMessages.heading}</InlineLink>
      </p>
    </OwnPage>
  );
}

function Everything() {
  return (
    <section aria-labelledby="export-everything">
      <h2 className="d4" id="export-everything">
        Everything, to keep
      </h2>
      <p>
        One file with everything you hold, through the club and outside it: your holdings, their prices, what you paid
        and received, the payments in your deals, all your documents, and whom to ask. You can open it without the club
        and without a network. Export again whenever something changed.
      </p>
      <Fold summary="What is in it">
        <ul className="list-disc pl-5">
          {bundleMessages.parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </Fold>
      <p className="muted">{bundleMessages.notInIt}</p>
      <p>The file has your name, your amounts and your statements: keep it where only you can open it.</p>
      <p>
        <ExportEverything variant="secondary" />
      </p>
    </section>
  );
}

const serverTables = Object.entries(messages.serverTables);

/** Every number of My Investments can be worked out again from these tables. */
function Tables() {
  const { data: portfolio, isPending, refetch } = useQuery(portfolioQuery);
  const { name: club } = useClub().identity;
  const { download, isPending: isSaving } = useDownload((save: () => Promise<void>) => save(), messages.notSaved);
  const rows = portfolio && [
    ...serverTables.map(([name, label]) => ({
      label,
      save: () => downloadFile("GET", `/portfolio/me/${name}.csv`),
    })),
    ...chartFiles(portfolio).map(({ label, fileName, table }) => ({
      label,
      save: () => saveChart(club, fileName, table()),
    })),
  ];
  return (
    <section aria-labelledby="export-tables">
      <h2 className="d4" id="export-tables">
        {messages.tables}
      </h2>
      <p>For a spreadsheet. Every figure of My Investments can be worked out from these.</p>
      {isPending && <RowSkeletons label="Loading the tables" count={3} />}
      {!isPending && !rows && (
        <LoadFailed title="The tables could not be loaded" text={ownPortfolioMessages.failedText} onRetry={refetch} />
      )}
      {rows && (
        <ul className="own-tables">
          {rows.map(({ label, save }) => (
            <li key={label}>
              <button
                type="button"
                className="own-document-name"
                aria-disabled={isSaving || undefined}
                onClick={() => download(save)}
              >
                {label}
                <span className="sr-only"> CSV</span>
              </button>
              <span className="note" aria-hidden="true">
                CSV
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A tax year as files, and the way to read it here. */
function TaxYear() {
  const { data, isPending, refetch } = useQuery(yearEndQuery(""));
  const [chosen, choose] = useState("");
  const year = Number(chosen) || data?.tax_year;
  const {
    download,
    isPending: isSaving,
    variables,
  } = useDownload(
    (kind: string) => downloadFile("GET", `/portfolio/me/year-end.${kind}?tax_year=${year}`),
    messages.notSaved,
  );
  return (
    <section aria-labelledby="export-year">
      <h2 className="d4" id="export-year">
        A tax year
      </h2>
      <p>What you paid, bought, sold, received and lost from 6 April to 5 April, and the reliefs you recorded.</p>
      {isPending && <RowSkeletons label="Loading the tax years" count={1} />}
      {!isPending && !data && (
        <LoadFailed
          title="The tax years could not be loaded"
          text={ownPortfolioMessages.failedText}
          onRetry={refetch}
        />
      )}
      {data && year && (
        <div className="own-export-year">
          <Field label="Tax year">
            <Select value={String(year)} onChange={(event) => choose(event.target.value)}>
              {data.years.map((one) => (
                <option key={one} value={one}>
                  {formatTaxYear(one)}
                </option>
              ))}
            </Select>
          </Field>
          {(["pdf", "csv"] as const).map((kind) => (
            <Button
              key={kind}
              variant="outline"
              busyLabel={isSaving && variables === kind && yearEndMessages[kind]}
              onClick={() => download(kind)}
            >
              {yearEndMessages[kind]}
              <span className="sr-only"> {yearEndMessages.titleOf(formatTaxYear(year))}</span>
            </Button>
          ))}
          <InlineLink to={`${paths.yearEnd}&tax_year=${year}`}>Read it here</InlineLink>
        </div>
      )}
    </section>
  );
}

interface ChartFile {
  label: string;
  /** Without the club's name, and without ".csv". */
  fileName: string;
  // biome-ignore lint/suspicious/noExplicitAny: each table has rows of its own
  table: () => ChartTable<any>;
}

const chartFiles = (portfolio: Portfolio): ChartFile[] =>
  portfolio.companies.length === 0
    ? []
    : [
        { label: "Value and what you paid in, by day", name: "value", table: () => valueTable(portfolio) },
        { label: "Cost and value, by company", name: "companies", table: () => companyTable(portfolio.companies) },
        { label: "Cost by sector", name: "sectors", table: () => sectorTable(portfolio) },
        { label: "Cost by year of purchase", name: "years", table: () => yearTable(portfolio) },
        { label: "Tax and cash dates", name: "dates", table: () => calendarTable(portfolio.calendar) },
      ].map(({ name, ...file }) => ({ ...file, fileName: `${name}-${portfolio.as_of}` }));
