import type { ReactNode } from "react";
import { counted } from "#shared/counted.ts";
import { sumOf } from "#shared/group-by.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio, PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import type { PriceBasis } from "#shared/portfolio/portfolio-figures.ts";
import { type CertificateState, lotOriginLabels } from "#shared/portfolio/portfolio-messages.ts";
import { type ReaderWords, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import type { CalendarEntry } from "./calendar-words.ts";
import { grossOf } from "./company-sums.ts";
import { multipleWords } from "./portfolio-words.ts";
import { useReaderWords } from "./reader-words.ts";

type LinkOf = (companyId: string) => string;

interface HoldingsTableProps {
  portfolio: Portfolio;
  /** The link leads to a company's page; the reader's own by default. */
  linkOf?: LinkOf;
  /** Below the table. */
  children?: ReactNode;
}

/** Every company with its figures, and what these rest on; and their total. */
export function HoldingsTable({ portfolio, linkOf = paths.ownCompany, children }: HoldingsTableProps) {
  const words = useReaderWords();
  const { companies } = portfolio;
  return (
    <section className="own-part is-table own-holdings" aria-labelledby="own-holdings">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-[0.4rem]">
        <h2 className="d4" id="own-holdings">
          Holdings
          <span className="own-count">{countWords(companies.length)}</span>
        </h2>
      </div>
      <RecordTable
        caption={words.holdingsCaption}
        columns={columnsOf(portfolio, linkOf, words)}
        rows={companies}
        rowKey={({ company_id }) => company_id}
      />
      {children && <div className="own-after-table">{children}</div>}
    </section>
  );
}

const countWords = (count: number): string =>
  count === 1 ? "1 company" : `${count.toLocaleString("en-GB")} companies`;

function columnsOf(portfolio: Portfolio, linkOf: LinkOf, words: ReaderWords): RecordColumn<PortfolioCompany>[] {
  const { as_of, figures, companies, calendar } = portfolio;
  const total = companies.length > 1;
  const { company, shares, paid, value, priceAsOf } = shortColumns(linkOf, words);
  const totalOf = (text: string) => (total ? { total: text } : {});
  const received: RecordColumn<PortfolioCompany> = {
    header: words.received,
    isRight: true,
    className: "num own-extra",
    ...totalOf(formatPence(figures.received_pence)),
    cell: ({ figures: own }) => own.received_pence > 0 && formatPence(own.received_pence),
  };
  return [
    {
      ...company,
      ...totalOf("All"),
      cell: (one) => <Name company={one} to={linkOf(one.company_id)} tax={taxState(one, calendar)} />,
    },
    {
      header: "Since",
      isWideOnly: true,
      className: "num whitespace-nowrap",
      cell: ({ lots }) => shortDate(lots.map(({ issued_on }) => issued_on).toSorted()[0] ?? as_of),
    },
    { ...shares, isWideOnly: true },
    { ...paid, ...totalOf(formatPence(figures.paid_in_pence)) },
    ...(figures.received_pence > 0 ? [received] : []),
    { ...value, ...totalOf(worthWords(figures.value_pence, figures.range_pence)) },
    {
      header: "Return",
      isRight: true,
      className: "num own-return",
      ...totalOf(multipleWords(figures.net_multiple, figures.net_multiple_range)),
      cell: ({ figures: own }) => (
        <span className={belowCost({ figures: own })}>{multipleWords(own.net_multiple, own.net_multiple_range)}</span>
      ),
    },
    priceAsOf,
  ];
}

export function shortColumns(linkOf: LinkOf, { paid }: ReaderWords) {
  return {
    company: {
      header: "Company",
      className: "own-holding",
      cell: ({ company_id, name }) => (
        <RouteLink className="own-link wrap-anywhere" to={linkOf(company_id)}>
          {name}
        </RouteLink>
      ),
    },
    shares: {
      header: "Shares",
      isRight: true,
      className: "num",
      cell: ({ lots }) => lots.reduce((sum, lot) => sum + lot.shares_left, 0).toLocaleString("en-GB"),
    },
    paid: {
      header: paid,
      isRight: true,
      className: "num own-paid",
      cell: ({ figures: own }) => formatPence(own.paid_in_pence),
    },
    value: {
      header: "Value",
      isRight: true,
      className: "num own-worth",
      cell: ({ figures: own }) => (
        <span className={belowCost({ figures: own })}>{worthWords(own.value_pence, own.range_pence)}</span>
      ),
    },
    priceAsOf: {
      header: "Price as of",
      className: "own-rests",
      cell: (company) => (company.state === "sold" ? "Sold, nothing is left" : <PriceAsOf company={company} />),
    },
  } satisfies Record<string, RecordColumn<PortfolioCompany>>;
}

const belowCost = (company: Parameters<typeof grossOf>[0]) => classNames(grossOf(company).isBelow && "text-ember-deep");

function Name({ company: { name, origin, lots }, to, tax }: { company: PortfolioCompany; to: string; tax: string }) {
  const notes = [
    tax,
    ...(lots.length > 1 ? [counted(lots.length, "lot")] : []),
    ...(origin === "typed" ? [lotOriginLabels.typed] : []),
    ...(lots.some((lot) => lot.origin === "imported") ? [lotOriginLabels.imported] : []),
  ];
  return (
    <>
      <RouteLink className="own-link wrap-anywhere" to={to}>
        {name}
      </RouteLink>
      <p className="note">{notes.join(". ")}</p>
    </>
  );
}

/** "15 Mar 2028, last round"; what a price is on the company's page says in full. */
function PriceAsOf({ company: { price: shown, price_range } }: { company: PortfolioCompany }) {
  const { basis, source, as_of, age, months } = shown;
  const date = shortDate(as_of);
  const words = price_range === null ? basisWords(basis, source) : messages.several;
  return (
    <>
      <span className="wrap-anywhere">{[date, words].filter(Boolean).join(", ")}</span>
      {age === "stale" && <Age text={messages.old(months)} />}
      {age === "range" && <Age text={messages.tooOld(months)} />}
    </>
  );
}

const Age = ({ text }: { text: string }) => (
  <>
    {" "}
    <Badge tone="waiting" isPlain>
      {text}
    </Badge>
  </>
);

const basisWords = (basis: PriceBasis, source: string | null): string =>
  basis === "nil" && source !== null ? source : (messages.basis[basis] ?? "");

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
      // This reader is not shown whether it was claimed.
      return scheme;
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
  const withdrawn = schemed.find((lot) => lot.certificate_withdrawn_on !== null && has("relief_claimed", lot.id));
  if (withdrawn) return messages.claimedOnWithdrawn(withdrawn.scheme ?? "");
  const unclaimed = schemed.filter(({ id }) => !has("relief_claimed", id));
  const toClaim = unclaimed.find(
    ({ certificate, relief_left_pence }) => certificate === "came" && relief_left_pence > 0,
  );
  if (toClaim) return messages.toClaim(toClaim.scheme ?? "");
  const [first] = unclaimed.toSorted((one, other) => order.indexOf(one.certificate) - order.indexOf(other.certificate));
  if (first) return wordsOf(first.certificate, first.scheme ?? "");
  if (!schemed[0]) return messages.none;
  const claimed = messages.claimed([...new Set(schemed.map(({ scheme }) => scheme))].join(" and "));
  const backPence = sumOf(schemed, ({ relief_withdrawn_pence }) => relief_withdrawn_pence);
  return backPence > 0 ? messages.mayGoBack(claimed, formatPence(backPence)) : claimed;
}

const messages = {
  toClaim: (scheme: string) => `${scheme} to claim`,
  claimed: (scheme: string) => `${scheme} claimed`,
  claimedOnWithdrawn: (scheme: string) => `${scheme} claimed, ${scheme}3 withdrawn`,
  mayGoBack: (claimed: string, pence: string) => `${claimed}, ${pence} may have to go back`,
  none: "No relief",
  /** Our round is the usual case: its day is enough. */
  basis: {
    last_round: "last round",
    offer: "an offer",
    club_estimate: "the club’s estimate",
    impaired: "lowered",
    nil: "nothing left",
    own_word: "own word",
  } as Partial<Record<PriceBasis, string>>,
  several: "the oldest of several",
  old: (months: number) => `${months} months old`,
  tooOld: (months: number) => `Too old to count, ${months} months`,
} as const;
