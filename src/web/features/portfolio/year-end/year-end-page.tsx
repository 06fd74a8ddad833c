import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { Payment } from "#shared/portfolio/portfolio-figures.ts";
import { formatTaxYear } from "#shared/portfolio/tax-dates.ts";
import { disposalsOf, disposalsText, isEmptyYear } from "#shared/portfolio/year-end-disposals.ts";
import { yearEndMessages as messages, reliefWords } from "#shared/portfolio/year-end-messages.ts";
import type { YearEndPack } from "#shared/portfolio/year-end-pack.ts";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Select } from "#web/ui/select.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { OwnPage } from "../own-page.tsx";
import { yearEndQuery } from "../portfolio-queries.ts";
import { signedPence } from "../portfolio-words.ts";

const search = { tax_year: (value: string) => (/^2\d{3}$/.test(value) ? value : "") };

/** What a tax return asks of a year: facts to read, print and take along. */
export function YearEndPage({ backTo, backLabel }: { backTo: string; backLabel: string }) {
  const { state, change } = useSearchState(search);
  const query = state.tax_year && `?tax_year=${state.tax_year}`;
  const { data, isPending, isPlaceholderData, refetch } = useQuery(yearEndQuery(query));
  return (
    <OwnPage title={messages.title} label={messages.title} {...{ backTo, backLabel }}>
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
      <div className="mt-3 grid max-w-240 gap-1">
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

/** What the year has, a table for each kind; what it has nothing of is left out. */
function YearEndTables({ pack }: { pack: YearEndPack }) {
  const { paid, unissued, bought, certificates, proceeds, received, reliefs, limits, totals, tax_year } = pack;
  const disposals = disposalsOf(pack);
  return (
    <>
      {isEmptyYear(pack) && <p className="muted">{messages.nothing}</p>}
      <Part
        heading={messages.paid}
        rows={paid}
        columns={[
          company(paid),
          round,
          paidDay,
          money(messages.amount, "pence", paid.length > 1 ? totals.paid_pence : undefined),
        ]}
      />
      <Part
        heading={messages.unissued}
        text={messages.unissuedText}
        rows={unissued}
        columns={[unissuedCompany, round, paidDay, money(messages.amount, "pence")]}
      />
      <Part
        heading={messages.bought}
        rows={bought}
        columns={[
          company(bought),
          {
            header: messages.issuedOn,
            className: "num whitespace-nowrap",
            cell: ({ issued_on, scheme }) => dayWithNote(issued_on, scheme ?? "No scheme"),
          },
          { ...right(messages.shares), cell: ({ shares }) => shares.toLocaleString("en-GB") },
          money(messages.cost, "cost_pence", bought.length > 1 ? totals.cost_pence : undefined),
          money(messages.fee, "fee_pence", bought.length > 1 ? totals.fees_pence : undefined),
          { header: messages.certificate, className: "num", cell: certificateOf },
          day(messages.claimUntil, "claim_until"),
        ]}
      />
      <Part
        heading={messages.certificates}
        text={messages.certificatesText}
        rows={certificates}
        columns={[
          company(certificates, false),
          { header: messages.scheme, cell: ({ scheme }) => scheme },
          day(messages.certificateOn, "certificate_on"),
          day(messages.issuedOn, "issued_on"),
          day(messages.claimUntil, "claim_until"),
        ]}
      />
      <Part
        heading={messages.sold}
        rows={proceeds}
        columns={[
          company(proceeds, false),
          day(messages.soldOn, "happened_on"),
          {
            header: messages.what,
            className: "num",
            cell: ({ shares, is_holdback }) => messages.proceeds(shares, is_holdback),
          },
          money(messages.cost, "cost_pence"),
          money(messages.gross, "gross_pence"),
          money(messages.costsOfSale, "costs_pence"),
          {
            header: messages.paidOn,
            className: "num whitespace-nowrap",
            cell: ({ paid_on }) => (paid_on === null ? messages.due : shortDate(paid_on)),
          },
        ]}
      />
      <Part
        heading={messages.received}
        rows={received}
        columns={[
          company(received),
          round,
          day(messages.receivedOn, "day"),
          money(messages.amount, "pence", received.length > 1 ? totals.received_pence : undefined),
        ]}
      />
      <Part
        heading={messages.disposals}
        text={disposalsText(disposals)}
        rows={disposals}
        columns={[
          company(disposals),
          {
            header: messages.disposedOn,
            className: "num whitespace-nowrap",
            cell: ({ day: on, is_lost }) => dayWithNote(on, is_lost ? messages.nothingLeft : messages.sharesSold),
          },
          money(messages.cost, "cost_pence"),
          money(messages.brought, "brought_pence"),
          {
            ...right(messages.reliefKept),
            cell: ({ relief_kept_pence }) => relief_kept_pence !== null && formatPence(relief_kept_pence),
          },
          {
            ...right(messages.gain),
            ...(disposals.length > 1 && {
              total: (
                <>
                  <span className="block">{messages.gains(formatPence(totals.gains_pence))}</span>
                  <span className="block">{messages.losses(signedPence(0 - (totals.allowable_loss_pence ?? 0)))}</span>
                </>
              ),
            }),
            cell: ({ gain_pence }) => (gain_pence === null ? messages.notShown : signedPence(gain_pence)),
          },
          day(messages.claimUntil, "claim_until"),
        ]}
      />
      <Part
        heading={messages.reliefs}
        text={messages.reliefsText}
        rows={reliefs}
        columns={[
          company(reliefs),
          { header: messages.what, cell: reliefWords },
          day(messages.recordedOn, "day"),
          money(messages.amount, "pence", reliefs.length > 1 ? totals.relief_pence : undefined),
        ]}
      />
      <Part
        heading={messages.limits}
        text={pack.are_reliefs_hidden ? messages.limitsHidden : messages.limitsText}
        rows={limits}
        columns={[
          { header: messages.scheme, cell: ({ scheme }) => scheme },
          money(messages.usedIn(formatTaxYear(tax_year)), "used_pence"),
          money(messages.limitIn(formatTaxYear(tax_year)), "limit_pence"),
          money(messages.usedIn(formatTaxYear(tax_year - 1)), "used_before_pence"),
        ]}
      />
    </>
  );
}

interface PartProps<Row> {
  heading: string;
  text?: string;
  rows: readonly Row[];
  columns: RecordColumn<Row>[];
}

function Part<Row>({ heading, text, rows, columns }: PartProps<Row>) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section className="own-part is-table" aria-labelledby={id}>
      <h2 className="d4" id={id}>
        {heading}
      </h2>
      {text && <p className="note">{text}</p>}
      <RecordTable caption={heading} columns={columns} rows={rows} rowKey={(row) => JSON.stringify(row)} />
    </section>
  );
}

interface OfCompany {
  company_id: string;
  name: string;
}

const company = (rows: readonly OfCompany[], hasTotal = rows.length > 1) => ({
  header: messages.company,
  className: "own-holding wrap-anywhere",
  ...(hasTotal && { total: messages.total }),
  cell: ({ company_id, name }: OfCompany) => (
    <RouteLink className="own-link" to={paths.ownCompany(company_id)}>
      {name}
    </RouteLink>
  ),
});

const unissuedCompany = {
  header: messages.company,
  className: "wrap-anywhere",
  cell: ({ name }: YearEndPack["unissued"][number]) => name,
};

const round = {
  header: messages.round,
  className: "wrap-anywhere",
  cell: ({ deal_name }: { deal_name: string }) => deal_name,
};

const paidDay = {
  header: messages.paidDay,
  className: "num",
  cell: (row: Payment) => dayWithNote(row.day, messages.tooMuch(row)),
};

const right = (header: string) => ({ header, isRight: true, className: "num whitespace-nowrap" });

const money = <Name extends string>(header: string, name: Name, total?: number) => ({
  ...right(header),
  ...(total !== undefined && { total: formatPence(total) }),
  cell: (row: Record<Name, number>) => formatPence(row[name]),
});

const day = <Name extends string>(header: string, name: Name) => ({
  header,
  className: "num whitespace-nowrap",
  cell: ({ [name]: on }: Record<Name, string | null>) => on && shortDate(on),
});

const dayWithNote = (day: string, note: string | null) => (
  <>
    <span className="whitespace-nowrap">{shortDate(day)}</span>
    {note && <span className="note block">{note}</span>}
  </>
);

const certificateOf = ({ certificate, certificate_on }: YearEndPack["bought"][number]) =>
  certificate_on ? (
    <span className="whitespace-nowrap">{shortDate(certificate_on)}</span>
  ) : (
    messages.certificateStates[certificate]
  );
