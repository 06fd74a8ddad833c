import type { CSSProperties, ReactNode } from "react";
import { londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { MultipleRange } from "#shared/portfolio/portfolio-figures.ts";
import {
  figureMessages as messages,
  monthsOld,
  ownPortfolioMessages,
  type ReaderWords,
  worthWords,
} from "#shared/portfolio/portfolio-page-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { multipleOf, multipleWords, ratePercent, rateWords } from "./portfolio-words.ts";
import { useReaderWords } from "./reader-words.ts";

interface Figure {
  label: string;
  value: ReactNode;
  note: ReactNode;
}

export function FigureBand({ label, figures }: { label: string; figures: readonly Figure[] }) {
  const longest = Math.max(...figures.map(({ value }) => (typeof value === "string" ? value.length : 0)));
  const sized = { "--own-characters": longest, "--own-count": figures.length } as CSSProperties;
  return (
    <dl className="own-figures" aria-label={label} style={sized}>
      {figures.map(({ label: name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="own-figure">{value}</dd>
          <dd className="note">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sign is lighter than the number. */
export function Multiple({ multiple, range }: { multiple: number | null; range: MultipleRange | null }) {
  if (multiple === null) return <>{multipleWords(null, range)}</>;
  return (
    <>
      {multipleOf(multiple).slice(0, -1)}
      <span className="own-times">×</span>
    </>
  );
}

/** What went in, what came back, what it is worth, and what that makes for each pound. */
export function HeadFigures({ portfolio }: { portfolio: Portfolio }) {
  const { figures, as_of } = portfolio;
  const words = useReaderWords();
  const paidFees = figures.fee_pence - figures.borne_pence;
  return (
    <>
      <FigureBand
        label={ownPortfolioMessages.figures}
        figures={[
          {
            label: messages.paidIn,
            value: formatPence(figures.paid_in_pence),
            note: messages.payments(figures.payments, paidFees > 0 ? formatPence(paidFees) : null),
          },
          {
            label: messages.back,
            value: formatPence(figures.received_pence),
            note: backNote(figures, words),
          },
          {
            label: as_of === londonDate(new Date()) ? messages.valueNow : `Value on ${longDate(as_of)}`,
            value: worthWords(figures.value_pence, figures.range_pence),
            note: <RestsOn portfolio={portfolio} />,
          },
          {
            label: messages.forEachPound,
            value: <Multiple multiple={figures.net_multiple} range={figures.net_multiple_range} />,
            note: rateWords(figures, as_of),
          },
        ]}
      />
      <p className="note own-said">{saidOf(portfolio, words)}</p>
    </>
  );
}

/** What is sold or owed and not in the bank's list yet counts in the value, and is named here. */
function backNote(figures: Portfolio["figures"], words: ReaderWords): string {
  const duePence = figures.value_pence - figures.held_pence;
  const due = duePence > 0 && `${formatPence(duePence)} on its way, counted in the value`;
  const back = figures.received_pence > 0 && words.backFor(multipleOf(figures.paid_out_multiple ?? 0));
  return [back, due].filter(Boolean).join(". ") || "No sale, no dividend yet";
}

function RestsOn({ portfolio: { as_of, figures, oldest_price, companies } }: { portfolio: Portfolio }) {
  const withValue = companies.filter((company) => company.figures.value_pence > 0);
  const isOne = withValue.length === 1 && withValue[0]?.price_range === null;
  const words = isOne ? messages.restsOn : messages.oldest;
  const isPriced = oldest_price !== null && oldest_price.as_of <= as_of;
  const isOver = companies.every(({ state }) => state !== "active");
  const none = companies.every(({ state }) => state === "sold")
    ? messages.noneLeft
    : "All shares are sold or written off";
  return (
    <>
      {isPriced && words(longDate(oldest_price.as_of), monthsOld(oldest_price.months))}
      {oldest_price !== null && !isPriced && messages.asPaid}
      {oldest_price === null && figures.range_pence === 0 && (isOver ? none : "No recent price")}
      {figures.range_pence > 0 && <span className="block">{messages.range(formatPence(figures.range_pence))}</span>}
    </>
  );
}

function saidOf(
  { figures, companies }: Portfolio,
  { whatItIs, whatItIsLowered, ownWord, withReliefs }: ReaderWords,
): string {
  const isLowered = companies.some(({ price }) => price.basis === "impaired" || price.basis === "club_estimate");
  const words: string[] = [isLowered ? whatItIsLowered : whatItIs];
  const typed = companies.filter(({ origin }) => origin === "typed");
  const typedPence = typed.reduce((sum, company) => sum + company.figures.value_pence, 0);
  if (typedPence > 0) words.push(ownWord(formatPence(typedPence)));
  if (figures.relief_pence > 0 && figures.paid_in_pence > 0) {
    const { rate } = figures.net_rate_with_reliefs;
    const multiple = multipleWords(figures.net_multiple_with_reliefs, figures.net_multiple_with_reliefs_range);
    words.push(withReliefs(formatPence(figures.relief_pence), multiple, rate === null ? null : ratePercent(rate)));
  }
  if (figures.net_rate.state === "rate")
    words.push(
      "The yearly rate counts each payment on its day at the bank and the value at the end, with the days between them over 365. XIRR in a spreadsheet gives the same from the files below.",
    );
  return words.join(" ");
}

/** As high as the figures. */
export function FigureSkeletons() {
  return (
    <Skeletons label="Loading your investments" count={4} className="own-figures">
      <div>
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-2 h-8 w-4/5" />
        <Skeleton className="mt-2 h-9 w-full" />
      </div>
    </Skeletons>
  );
}
