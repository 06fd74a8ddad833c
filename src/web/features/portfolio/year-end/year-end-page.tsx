import { useQuery } from "@tanstack/react-query";
import { formatTaxYear } from "#shared/portfolio/tax-dates.ts";
import { yearEndMessages as messages } from "#shared/portfolio/year-end-messages.ts";
import type { YearEndPack } from "#shared/portfolio/year-end-pack.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { downloadFile, useDownload } from "#web/lib/use-download.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Select } from "#web/ui/select.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { OwnPage } from "../own-page.tsx";
import { yearEndQuery } from "../portfolio-queries.ts";
import { YearEndTables } from "./year-end-tables.tsx";

const search = { tax_year: (value: string) => (/^2\d{3}$/.test(value) ? value : "") };

/** What a tax return asks of a year: facts to read, print and take along. */
export function YearEndPage({ backTo, backLabel }: { backTo: string; backLabel: string }) {
  const { state, change } = useSearchState(search);
  const query = state.tax_year && `?tax_year=${state.tax_year}`;
  const { data, isPending, isPlaceholderData, refetch } = useQuery(yearEndQuery(query));
  return (
    <OwnPage title={messages.title} label={messages.title} {...{ backTo, backLabel }} className="own-year">
      <ViewHead title={messages.title}>
        {data && (
          <Choice
            pack={data}
            chosen={Number(state.tax_year) || data.tax_year}
            query={query}
            onChoose={(year) => change({ tax_year: year })}
          />
        )}
      </ViewHead>
      {isPending && <RowSkeletons label="Loading the tax year" count={5} />}
      {!isPending && !data && (
        <LoadFailed
          title="The tax year could not be loaded"
          text="The club did not answer. Nothing about what you own has changed."
          onRetry={refetch}
        />
      )}
      {data && <Year pack={data} isOld={isPlaceholderData} />}
    </OwnPage>
  );
}

interface ChoiceProps {
  pack: YearEndPack;
  chosen: number;
  query: string;
  onChoose: (year: string) => void;
}

function Choice({ pack, chosen, query, onChoose }: ChoiceProps) {
  const { download, isPending, variables } = useDownload(
    (kind: string) => downloadFile("GET", `/portfolio/me/year-end.${kind}${query}`),
    "The file was not saved",
  );
  const years = pack.years.includes(chosen) ? pack.years : [chosen, ...pack.years];
  return (
    <>
      <Field label="Tax year">
        <Select value={String(chosen)} onChange={(event) => onChoose(event.target.value)}>
          {years.map((year) => (
            <option key={year} value={year}>
              {formatTaxYear(year)}
            </option>
          ))}
        </Select>
      </Field>
      {(["pdf", "csv"] as const).map((kind) => (
        <Button
          key={kind}
          variant="outline"
          isSmall
          busyLabel={isPending && variables === kind && messages[kind]}
          onClick={() => download(kind)}
        >
          {messages[kind]}
          <span className="sr-only"> {messages.titleOf(formatTaxYear(chosen))}</span>
        </Button>
      ))}
    </>
  );
}

function Year({ pack, isOld }: { pack: YearEndPack; isOld: boolean }) {
  return (
    <div className="own-portfolio" aria-busy={isOld || undefined}>
      <div className="own-year-said">
        <p>
          {messages.titleOf(formatTaxYear(pack.tax_year))}, {messages.between(pack.from, pack.until)}.
          {!pack.is_over && ` ${messages.soFar(pack.as_of)}`}
        </p>
        <p className="note">
          {messages.whatItIs} {messages.elsewhere}
        </p>
      </div>
      <YearEndTables pack={pack} />
    </div>
  );
}
