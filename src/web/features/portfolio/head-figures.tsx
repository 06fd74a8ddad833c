import type { CSSProperties, ReactNode } from "react";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { MultipleRange } from "#shared/portfolio/portfolio-figures.ts";
import {
  figureMessages as messages,
  monthsOld,
  ownPortfolioMessages,
  type ReaderWords,
  unissuedWords,
  worthWords,
} from "#shared/portfolio/portfolio-page-messages.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { useKeptFold } from "#web/lib/search-state.ts";
import { Fold } from "#web/ui/fold.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { grossMultipleWords, multipleOf, multipleWords, ratePercent, rateWords } from "./portfolio-words.ts";
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

/** The number in the face of figures, the sign in the face of the text. */
export function Multiple({ multiple, range }: { multiple: number | null; range: MultipleRange | null }) {
  if (multiple === null) return <>{multipleWords(null, range)}</>;
  return (
    <>
      {multipleOf(multiple).slice(0, -1)}
      <span className="own-times">×</span>
    </>
  );
}

/** What it is worth, what went in, what came back, and what that makes for each pound. */
export function MainFigures({ portfolio }: { portfolio: Portfolio }) {
  const { figures, as_of, unissued } = portfolio;
  const words = useReaderWords();
  const fees = figures.fee_pence > 0 ? formatPence(figures.fee_pence) : null;
  const borne = figures.borne_pence > 0 ? formatPence(figures.borne_pence) : null;
  return (
    <>
      <FigureBand
        label={ownPortfolioMessages.figures}
        figures={[
          {
            label: messages.value,
            value: worthWords(figures.value_pence, figures.range_pence),
            note: <ValueNote portfolio={portfolio} />,
          },
          {
            label: words.paidIn,
            value: formatPence(figures.paid_in_pence),
            note: messages.sharesAndFees(formatPence(figures.cost_pence), fees, borne),
          },
          {
            label: words.received,
            value: formatPence(figures.received_pence),
            note: receivedNote(portfolio, words),
          },
          {
            label: messages.return,
            value: <Multiple multiple={figures.net_multiple} range={figures.net_multiple_range} />,
            note: rateWords(figures, as_of),
          },
        ]}
      />
      {unissued.length > 0 && <p className="note">{unissuedWords(unissued)}</p>}
    </>
  );
}

interface FigureFoldProps {
  portfolio: Portfolio;
  isOpen?: boolean;
  children?: ReactNode;
}

export function FigureFold({ portfolio, isOpen, children }: FigureFoldProps) {
  const fold = useKeptFold("figures", isOpen);
  const words = useReaderWords();
  return (
    <Fold summary="How these figures are worked out" {...fold}>
      <p className="note max-w-240">{saidOf(portfolio, words)}</p>
      {children}
    </Fold>
  );
}

/** What is sold or owed and not in the bank's list yet counts in the value, and is named here. */
function receivedNote({ figures, companies }: Portfolio, words: ReaderWords): string {
  const duePence = figures.value_pence - figures.held_pence;
  const due = duePence > 0 && messages.stillToCome(formatPence(duePence));
  const back = figures.received_pence > 0 && words.backFor(multipleOf(figures.paid_out_multiple ?? 0));
  const none = companies.some(({ state }) => state === "sold")
    ? "Nothing has been paid out yet"
    : "Nothing has been sold yet";
  return [back, due].filter(Boolean).join(". ") || none;
}

function ValueNote({ portfolio }: { portfolio: Portfolio }) {
  const { as_of, figures, oldest_price, companies } = portfolio;
  const isOver = companies.every(({ state }) => state !== "active");
  const none = companies.every(({ state }) => state === "sold")
    ? messages.noneLeft
    : "All shares are sold or written off";
  return (
    <>
      {oldest_price !== null && messages.atLastPrices(shortDate(as_of))}
      {oldest_price === null && figures.range_pence === 0 && (isOver ? none : "No recent price")}
      {figures.range_pence > 0 && <span className="block">{messages.range(formatPence(figures.range_pence))}</span>}
    </>
  );
}

function oldestPriceWords({ oldest_price, companies }: Portfolio): string | undefined {
  if (oldest_price === null) return undefined;
  const withValue = companies.filter((company) => company.figures.value_pence > 0);
  const isOne = withValue.length === 1 && withValue[0]?.price_range === null;
  const words = isOne ? messages.restsOn : messages.oldest;
  return words(longDate(oldest_price.as_of), monthsOld(oldest_price.months));
}

function saidOf(portfolio: Portfolio, { whatItIs, whatItIsLowered, ownWord, withReliefs }: ReaderWords): string {
  const { figures, companies } = portfolio;
  const isLowered = companies.some(({ price }) => price.basis === "impaired" || price.basis === "club_estimate");
  const words: string[] = [isLowered ? whatItIsLowered : whatItIs];
  const oldest = oldestPriceWords(portfolio);
  if (oldest) words.unshift(oldest);
  const typed = companies.filter(({ origin }) => origin === "typed");
  const typedPence = typed.reduce((sum, company) => sum + company.figures.value_pence, 0);
  if (typedPence > 0) words.push(ownWord(formatPence(typedPence)));
  words.push(messages.payments(figures.payments), "The return is value and what came back, for each £1 paid in.");
  if (figures.fee_pence > 0 && (figures.gross_multiple ?? figures.gross_multiple_range) !== null)
    words.push(`${messages.beforeFees(grossMultipleWords(figures))}.`);
  if (figures.relief_pence > 0 && figures.paid_in_pence > 0) {
    const { rate } = figures.net_rate_with_reliefs;
    const multiple = multipleWords(figures.net_multiple_with_reliefs, figures.net_multiple_with_reliefs_range);
    words.push(withReliefs(formatPence(figures.relief_pence), multiple, rate === null ? null : ratePercent(rate)));
  }
  if (figures.net_rate.state === "rate") {
    // A relief of which a sale took a part back is whole in the files.
    const same =
      figures.relief_pence > 0
        ? "Without reliefs, XIRR in a spreadsheet gives the same"
        : "XIRR in a spreadsheet gives the same";
    words.push(
      `The yearly rate counts each payment on its day at the bank and the value at the end, with the days between them over 365. ${same} from the exported tables.`,
    );
  }
  return words.join(" ");
}

export function FigureSkeletons() {
  return (
    <Skeletons label="Loading your investments" count={4} className="own-figures">
      <div>
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-7 w-2/5" />
        <Skeleton className="mt-1 h-4 w-full" />
      </div>
    </Skeletons>
  );
}
