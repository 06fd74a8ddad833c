import type { ReactNode } from "react";
import { counted } from "#shared/counted.ts";
import { paths } from "#shared/paths.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import type { Portfolio, PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import {
  type CertificateState,
  lotOriginLabels,
  priceBasisLabels,
  splitNames,
} from "#shared/portfolio/portfolio-messages.ts";
import { restsOnLabel, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { downloadFile, useDownload } from "#web/lib/use-download.ts";
import { classNames } from "#web/ui/class-names.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import type { CalendarEntry } from "./calendar-words.ts";
import { grossOf } from "./company-sums.ts";
import { multipleWords } from "./portfolio-words.ts";
import { useReaderWords } from "./reader-words.ts";

type LinkOf = (companyId: string) => string;

interface HoldingsTableProps {
  portfolio: Portfolio;
  /** Of a company's page; the reader's own by default. */
  linkOf?: LinkOf;
  saveFile?: (name: string) => Promise<void>;
  action?: ReactNode;
}

const saveOwnFile = (name: string) => downloadFile("GET", `/portfolio/me/${name}.csv`);

/** Every company with its figures, and what these rest on; and their total. */
export function HoldingsTable({
  portfolio,
  linkOf = paths.ownCompany,
  saveFile = saveOwnFile,
  action,
}: HoldingsTableProps) {
  const { companies } = portfolio;
  return (
    <section className="own-part is-table" aria-labelledby="own-holdings">
      <div className="own-part-head">
        <h3 className="d4" id="own-holdings">
          Holdings
        </h3>
        {action}
      </div>
      <RecordTable
        caption={useReaderWords().holdingsCaption}
        columns={columnsOf(portfolio, linkOf)}
        rows={companies}
        rowKey={({ company_id }) => company_id}
      />
      <Files save={saveFile} />
    </section>
  );
}

function columnsOf(
  { as_of, figures, companies, calendar }: Portfolio,
  linkOf: LinkOf,
): RecordColumn<PortfolioCompany>[] {
  const total = companies.length > 1;
  const of = (pence: number) => (total ? { total: formatPence(pence) } : {});
  const back: RecordColumn<PortfolioCompany> = {
    ...{ header: "Back", isRight: true, className: "num", ...of(figures.received_pence) },
    cell: ({ figures: own }) => formatPence(own.received_pence),
  };
  return [
    {
      header: "Company",
      className: "own-holding",
      ...(total && { total: companies.length === 2 ? "Both" : `All ${companies.length.toLocaleString("en-GB")}` }),
      cell: (company) => <Name company={company} to={linkOf(company.company_id)} />,
    },
    {
      ...{ header: "Shares", isRight: true, isWideOnly: true, className: "num" },
      cell: ({ lots }) => lots.reduce((sum, lot) => sum + lot.shares_left, 0).toLocaleString("en-GB"),
    },
    {
      ...{ header: "Cost", isRight: true, isWideOnly: true, className: "num", ...of(figures.cost_pence) },
      cell: ({ figures: own }) => formatPence(own.cost_pence),
    },
    {
      ...{ header: "Paid in", isRight: true, className: "num", ...of(figures.paid_in_pence) },
      cell: ({ figures: own }) => formatPence(own.paid_in_pence),
    },
    ...(figures.received_pence > 0 ? [back] : []),
    {
      ...{ header: "Value", isRight: true, className: "num" },
      ...(total && { total: worthWords(figures.value_pence, figures.range_pence) }),
      cell: ({ figures: own }) => (
        <span className={belowCost({ figures: own })}>{worthWords(own.value_pence, own.range_pence)}</span>
      ),
    },
    {
      ...{ header: "For each £1", isRight: true, className: "num" },
      ...(total && { total: multipleWords(figures.net_multiple, figures.net_multiple_range) }),
      cell: ({ figures: own }) => (
        <span className={belowCost({ figures: own })}>{multipleWords(own.net_multiple, own.net_multiple_range)}</span>
      ),
    },
    {
      ...{ header: "Last price", className: "own-rests" },
      cell: (company) =>
        company.state === "sold" ? "Sold, nothing is left" : <RestsOn company={company} day={as_of} />,
    },
    { header: "Tax", className: "own-tax", cell: (company) => taxState(company, calendar) },
  ];
}

const belowCost = (company: Parameters<typeof grossOf>[0]) => classNames(grossOf(company).isBelow && "own-below-cost");

function Name({ company: { name, origin, lots }, to }: { company: PortfolioCompany; to: string }) {
  const [first = ""] = lots.map(({ issued_on }) => issued_on).toSorted();
  return (
    <>
      <RouteLink className="own-link wrap-anywhere" to={to}>
        {name}
      </RouteLink>
      {origin === "typed" && <p className="note">{lotOriginLabels.typed}</p>}
      {lots.some((lot) => lot.origin === "imported") && <p className="note">{lotOriginLabels.imported}</p>}
      <p className="note">
        {lots.length === 1 ? `Issued ${shortDate(first)}` : `${counted(lots.length, "lot")} from ${shortDate(first)}`}
      </p>
    </>
  );
}

function RestsOn({ company: { price: shown, price_range }, day }: { company: PortfolioCompany; day: string }) {
  const { basis, source, price, price_given, splits, as_of, age, months } = shown;
  const isDated = as_of <= day;
  const parts =
    price_range === null
      ? [
          restsOnLabel(basis, source, priceBasisLabels[basis]),
          ...(basis === "nil" ? [] : [formatPrice(price)]),
          ...(isDated ? [shortDate(as_of)] : []),
        ]
      : [
          `${formatPrice(price_range.low)} to ${formatPrice(price_range.high)}`,
          ...(isDated ? [`the oldest of ${shortDate(as_of)}`] : []),
        ];
  return (
    <>
      <span className="wrap-anywhere">{parts.join(", ")}</span>
      {price_given !== null && price_range === null && basis !== "nil" && (
        <p className="note">
          {formatPrice(price_given)} before {splitNames(splits)}
        </p>
      )}
      {age === "stale" && <p className="note own-stale">Stale, {months} months</p>}
      {age === "range" && <p className="note own-stale">Too old to count, {months} months</p>}
      {age === "ageing" && <p className="note">{months} months old</p>}
    </>
  );
}

/** What is still waited for first. */
const order: readonly CertificateState[] = [
  "late",
  "awaited",
  "nothing_left",
  "sold_early",
  "too_late",
  "came",
  "none",
];

function wordsOf(state: CertificateState, scheme: string): string {
  switch (state) {
    case "late":
      return `${scheme}3 is late`;
    case "awaited":
      return `${scheme}3 awaited`;
    case "nothing_left":
      return `No ${scheme}3 came`;
    case "sold_early":
    case "came":
      return "No relief, sold within three years";
    case "too_late":
      return "Too late to claim";
    default:
      return messages.none;
  }
}

/** Where a company's shares are on their way through tax, what is open first. */
function taxState({ company_id, lots }: PortfolioCompany, calendar: readonly CalendarEntry[]): string {
  const entries = calendar.filter((entry) => entry.company_id === company_id);
  const has = (kind: CalendarEntry["kind"], lotId?: string) =>
    entries.some((entry) => entry.kind === kind && (lotId === undefined || entry.lot_id === lotId));
  if (has("loss_claim_until")) return "Loss to claim";
  if (has("loss_claimed")) return "Loss claimed";
  const schemed = lots.filter(({ scheme }) => scheme !== null);
  const unclaimed = schemed.filter(({ id }) => !has("relief_claimed", id));
  const toClaim = unclaimed.find(
    ({ certificate, relief_left_pence }) => certificate === "came" && relief_left_pence > 0,
  );
  if (toClaim) return messages.toClaim(toClaim.scheme ?? "");
  const [first] = unclaimed.toSorted((one, other) => order.indexOf(one.certificate) - order.indexOf(other.certificate));
  if (first) return wordsOf(first.certificate, first.scheme ?? "");
  return schemed[0] ? messages.claimed([...new Set(schemed.map(({ scheme }) => scheme))].join(" and ")) : messages.none;
}

const messages = {
  toClaim: (scheme: string) => `${scheme} to claim`,
  claimed: (scheme: string) => `${scheme} claimed`,
  none: "No relief",
} as const;

/** From which every number of the page can be worked out again. */
function Files({ save }: { save: (name: string) => Promise<void> }) {
  const { download, isPending } = useDownload(save, "The file was not saved");
  return (
    <p className="note own-files">
      {"All of it as CSV:"}
      {Object.entries({ holdings: "Holdings", flows: "Payments", valuations: "Prices" }).map(([name, label]) => (
        <RowAction key={name} labelEnd="as CSV" aria-disabled={isPending} onClick={() => download(name)}>
          {label}
        </RowAction>
      ))}
    </p>
  );
}
