import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { counted } from "#shared/counted.ts";
import { paths } from "#shared/paths.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import type { OwnCompany, PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import { lossClaimMessages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { lotOriginLabels, splitNames } from "#shared/portfolio/portfolio-messages.ts";
import {
  figureMessages,
  ownCompanyMessages as messages,
  ownPortfolioMessages,
  type ReaderWords,
  worthWords,
} from "#shared/portfolio/portfolio-page-messages.ts";
import type { TypedCompany } from "#shared/portfolio/typed-holdings.ts";
import { CompanyUpdates } from "#web/features/company-updates/company-updates.tsx";
import { Papers } from "#web/features/funds/own-papers.tsx";
import { ApiError } from "#web/lib/api.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { FigureBand, FigureSkeletons, Multiple } from "../head-figures.tsx";
import { OwnPage } from "../own-page.tsx";
import { ownCompanyQuery } from "../portfolio-queries.ts";
import { grossMultipleWords, multipleOf, partPercent } from "../portfolio-words.ts";
import { useReaderWords } from "../reader-words.ts";
import { CostLeft } from "./cost-left.tsx";
import { OwnExits } from "./own-exits.tsx";
import { NowNote, Prices, PriceThen } from "./prices.tsx";
import { TaxTimeline } from "./tax-timeline.tsx";

const typedPart = lazyPage<{ company: PortfolioCompany; typed: TypedCompany; backTo: string }>(() =>
  import("../typed/typed-part.tsx").then((file) => file.TypedPart),
);

const shareChanges = lazyPage<{ splits: OwnCompany["splits"] }>(() =>
  import("./share-changes.tsx").then((file) => file.ShareChanges),
);

interface CompanyPageProps {
  id: string;
  /** An earlier day; today where it is empty. */
  on: string;
  backTo: string;
  toToday: string;
}

export function CompanyPage({ id, on, backTo, toToday }: CompanyPageProps) {
  const { data, error, isPending, refetch } = useQuery(ownCompanyQuery(id, on));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  const name = data?.company.name;
  return (
    <OwnPage title={name} label={name ?? messages.loading} backTo={backTo} className="own-company">
      {on && (
        <p className="bg-bone px-3 py-2 text-small">
          Figures, prices and dates as of {longDate(on)}.{" "}
          <InlineLink to={toToday}>{ownPortfolioMessages.today}</InlineLink>
        </p>
      )}
      {data && !isMissing && <Shown own={data} isThen={on !== ""} backTo={backTo} />}
      {isPending && <FigureSkeletons />}
      {isMissing && (
        <EmptyState
          isCard
          heading="h1"
          title={on ? "You held no shares of this company then" : messages.missing}
          text={messages.missingText}
        />
      )}
      {error && !data && !isMissing && (
        <LoadFailed heading="h1" title={messages.failed} text={ownPortfolioMessages.failedText} onRetry={refetch} />
      )}
    </OwnPage>
  );
}

/** An earlier day shows only what was known then: nothing is recorded or changed from there. */
function Shown({ own, isThen, backTo }: { own: OwnCompany; isThen: boolean; backTo: string }) {
  const { company, prices, splits, typed, calendar, reliefs, losses } = own;
  const isHeld = company.lots.some(({ shares_left }) => shares_left > 0);
  return (
    <>
      <CompanyHead own={own} />
      <CompanyFigures own={own} />
      <div ref={useSectionOfAddress()} className="own-columns">
        <div className="own-main">
          {typed && !isThen ? (
            <Suspense fallback={<CardSkeletons />}>
              <Page page={typedPart} company={company} typed={typed} backTo={backTo} />
            </Suspense>
          ) : (
            <>
              {!isThen && <CompanyUpdates companyId={company.company_id} name={company.name} isHeld={isHeld} />}
              <Prices origin={company.origin} prices={prices} />
              {company.lots.length > 0 && <Lots lots={company.lots} />}
              {splits.length > 0 && (
                <Suspense fallback={<CardSkeletons />}>
                  <Page page={shareChanges} splits={splits} />
                </Suspense>
              )}
              {!isThen && <OwnExits companyId={company.company_id} />}
            </>
          )}
        </div>
        <aside className="own-aside">
          <TaxTimeline lots={company.lots} losses={losses} calendar={calendar} reliefs={reliefs} isReadOnly={isThen} />
          {losses.length > 0 && !isThen && (
            <p>
              <LinkButton variant="outline" isSmall to={paths.lossClaim(company.company_id)}>
                {lossClaimMessages.label}
              </LinkButton>
            </p>
          )}
          {!typed && !isThen && company.lots.some(({ commitment_id }) => commitment_id !== null) && (
            <Papers
              heading={messages.papers}
              commitments={company.lots.flatMap(({ commitment_id, scheme, deal_name, shares_left }) =>
                commitment_id
                  ? [{ id: commitment_id, scheme, deal_name: deal_name ?? "", isHeld: shares_left > 0 }]
                  : [],
              )}
            />
          )}
        </aside>
      </div>
    </>
  );
}

export function CompanyHead({ own: { company } }: { own: OwnCompany }) {
  const { name, origin, state, lots } = company;
  const { held } = useReaderWords();
  const isImported = lots.some((lot) => lot.origin === "imported");
  const left = lots.reduce((sum, { shares_left }) => sum + shares_left, 0);
  const bought = lots.reduce((sum, { shares }) => sum + shares, 0);
  const added = lots.reduce((sum, { shares_added }) => sum + shares_added, 0);
  const [first = "", ...later] = [
    ...new Set(lots.filter((lot) => left === 0 || lot.shares_left > 0).map(({ issued_on }) => issued_on)),
  ].toSorted();
  const isByNominee = origin === "club" && !isImported;
  const last = later.at(-1);
  const issued = last === undefined ? longDate(first) : `${longDate(first)} to ${longDate(last)}`;
  const schemes = [...new Set(lots.flatMap(({ scheme }) => scheme ?? []))];
  return (
    <div className="own-company-head">
      <p className="own-badges">
        <Badge tone={state === "active" ? "live" : "over"}>{messages.status[state]}</Badge>
        {origin === "typed" && <Badge tone="over">{lotOriginLabels.typed}</Badge>}
        {isImported && <Badge tone="over">{lotOriginLabels.imported}</Badge>}
        {schemes.map((scheme) => (
          <span key={scheme} className="chip">
            {scheme}
          </span>
        ))}
      </p>
      <h1 className="wrap-anywhere">{name}</h1>
      <p className="muted num">
        {left > 0
          ? isByNominee
            ? held(left.toLocaleString("en-GB"), longDate(first))
            : messages.heldByOneself(left.toLocaleString("en-GB"), issued)
          : `${counted(bought, "share")}, issued on ${issued}${beforeSplit(added)}. None are left`}
      </p>
    </div>
  );
}

/** Shares of before a split and of after it are never added up. */
const beforeSplit = (added: number): string =>
  added === 0 ? "" : `, before the ${added > 0 ? "split" : "consolidation"}`;

export function CompanyFigures({ own }: { own: OwnCompany }) {
  const words = useReaderWords();
  return <FigureBand label={words.figures} figures={figuresOf(own, words)} />;
}

function figuresOf({ company, part, prices }: OwnCompany, words: ReaderWords) {
  const { figures, state } = company;
  const duePence = figures.value_pence - figures.held_pence;
  const notes = [
    state === "sold" ? figureMessages.noneLeft : priceWordsOf(company),
    ...(figures.range_pence > 0 ? [figureMessages.range(formatPence(figures.range_pence))] : []),
    ...(duePence > 0 ? [figureMessages.stillDue(formatPence(duePence))] : []),
  ];
  return [
    {
      label: figureMessages.value,
      value: worthWords(figures.value_pence, figures.range_pence),
      note: notes.join(". "),
    },
    {
      label: words.paidIn,
      value: formatPence(figures.paid_in_pence),
      note: figureMessages.sharesAndFees(
        formatPence(figures.cost_pence),
        figures.fee_pence > 0 ? formatPence(figures.fee_pence) : null,
        figures.borne_pence > 0 ? formatPence(figures.borne_pence) : null,
      ),
    },
    ...(figures.received_pence > 0
      ? [
          {
            label: words.received,
            value: formatPence(figures.received_pence),
            note: words.backFor(multipleOf(figures.paid_out_multiple ?? 0)),
          },
        ]
      : []),
    {
      label: figureMessages.return,
      value: <Multiple multiple={figures.net_multiple} range={figures.net_multiple_range} />,
      note: figures.cost_pence > 0 && figureMessages.beforeFees(grossMultipleWords(figures)),
    },
    {
      label: words.part,
      value: part.now === null ? "Not known" : partPercent(part.now),
      note: partNote(part, prices),
    },
  ];
}

function priceWordsOf({ price: shown, price_range }: OwnCompany["company"]): string {
  const { price, price_given, splits, as_of } = shown;
  if (price_range !== null)
    return figureMessages.priceRange(formatPrice(price_range.low), formatPrice(price_range.high));
  if (price_given === null) return figureMessages.priceOf(formatPrice(price), longDate(as_of));
  return figureMessages.priceGiven(formatPrice(price), formatPrice(price_given), {
    splits: splitNames(splits),
    day: longDate(as_of),
  });
}

function partNote({ at_issue, now }: OwnCompany["part"], prices: OwnCompany["prices"]): string {
  if (now === null) return "We do not know how many shares the company has in all";
  if (at_issue === null) return "";
  if (partPercent(at_issue) === partPercent(now)) return "As at issue";
  const round = prices.find(({ basis }) => basis === "last_round");
  return figureMessages.partAtIssue(partPercent(at_issue), round ? round.as_of.slice(0, 4) : null);
}

type Lot = OwnCompany["company"]["lots"][number];

interface LotsProps {
  lots: readonly Lot[];
  /** To the commitments, which are the member's alone. */
  hasLinks?: boolean;
}

export function Lots({ lots, hasLinks = true }: LotsProps) {
  const words = useReaderWords();
  return (
    <section className="own-part is-table" aria-labelledby="own-lots">
      <h2 className="d4" id="own-lots">
        {words.lots}
      </h2>
      <RecordTable caption={words.lotsCaption} columns={lotColumns(hasLinks)} rows={lots} rowKey={({ id }) => id} />
      <NowNote prices={lots} />
    </section>
  );
}

const lotColumns = (hasLinks: boolean): RecordColumn<Lot>[] => [
  {
    header: messages.from,
    className: "num own-holding",
    cell: ({ issued_on, commitment_id, deal_name, origin }) => (
      <>
        <span className="whitespace-nowrap">{shortDate(issued_on)}</span>
        <p className="note wrap-anywhere">
          {hasLinks && commitment_id ? (
            <InlineLink to={paths.commitment(commitment_id)} isQuiet>
              {deal_name}
            </InlineLink>
          ) : (
            (deal_name ?? (origin === "imported" && lotOriginLabels.imported))
          )}
        </p>
      </>
    ),
  },
  {
    header: messages.shares,
    isRight: true,
    className: "num",
    cell: ({ shares, shares_added, shares_left, sales }) => {
      const [bought, left] = [shares.toLocaleString("en-GB"), shares_left.toLocaleString("en-GB")];
      if (shares_added === 0) return shares === shares_left ? bought : messages.sharesLeft(left, bought);
      // Each sale in the shares of its day: those of before a split and of after it are never added up.
      return (
        <>
          {left}
          <span className="note block">{messages.boughtAs(bought)}</span>
          {sales.map((sale, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be on one day
            <span key={index} className="note block">
              {messages.sold(sale.shares.toLocaleString("en-GB"), shortDate(sale.day))}
            </span>
          ))}
        </>
      );
    },
  },
  { header: messages.price, isRight: true, className: "num", cell: (lot) => <PriceThen {...lot} /> },
  {
    header: messages.cost,
    isRight: true,
    className: "num",
    cell: (lot) => <CostLeft {...lot} />,
  },
  {
    header: figureMessages.value,
    isRight: true,
    className: "num",
    cell: ({ value_pence, range_pence }) => worthWords(value_pence, range_pence),
  },
];
