import { formatPrice } from "#shared/pence.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { priceBasisLabels, splitNames } from "#shared/portfolio/portfolio-messages.ts";
import { ownCompanyMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { useReaderWords } from "../reader-words.ts";
import { OpenEvidence } from "./open-evidence.tsx";

type Price = OwnCompany["prices"][number];

const confirmedBy: RecordColumn<Price> = {
  header: "Confirmed by",
  cell: ({ is_by_two_admins, is_replaced }) => (
    <>
      {is_by_two_admins ? messages.twoAdmins : messages.oneAdmin}
      {is_replaced && <span className="note block">{messages.replaced}</span>}
    </>
  ),
};

/** A price as it was, and what it comes to for a share of now. Which split is between them is said once, by what lists them. */
export const PriceThen = ({ price, price_now }: Pick<OwnCompany["prices"][number], "price" | "price_now">) => (
  <>
    {formatPrice(price)}
    {price_now !== null && <span className="note block whitespace-nowrap">{formatPrice(price_now)} now</span>}
  </>
);

/** Below a list that has such prices. */
export function NowNote({ prices }: { prices: readonly Pick<OwnCompany["prices"][number], "price_now" | "splits">[] }) {
  const splits = prices
    .filter(({ price_now }) => price_now !== null)
    .map((price) => price.splits)
    .toSorted((one, other) => other.length - one.length)[0];
  return splits && <p className="note mt-3">Now: for a share after {splitNames(splits)}.</p>;
}

const columnsOf = (hasDocuments: boolean, isTyped: boolean): RecordColumn<Price>[] => [
  { header: messages.from, className: "num whitespace-nowrap", cell: ({ as_of }) => shortDate(as_of) },
  {
    header: messages.price,
    isBeside: true,
    isRight: true,
    className: "num",
    cell: (price) => <PriceThen {...price} />,
  },
  { header: "Basis", cell: ({ basis }) => priceBasisLabels[basis] },
  {
    header: messages.source,
    className: "wrap-anywhere",
    cell: ({ source, basis, evidence_of, as_of }) => (
      <>
        {source ?? (isTyped ? "" : basis === "earlier_purchase" ? "What it cost" : "The terms")}
        {hasDocuments && evidence_of !== null && (
          <span className="block">
            <OpenEvidence path={`/valuations/${evidence_of}/evidence`} labelEnd={shortDate(as_of)} />
          </span>
        )}
      </>
    ),
  },
  ...(isTyped ? [] : [confirmedBy]),
];

interface PricesProps {
  /** What a member typed, no admin confirms and the club never lowers. */
  origin: OwnCompany["company"]["origin"];
  prices: readonly Price[];
  /** The documents are shown to the member alone. */
  hasDocuments?: boolean;
}

/** What a share was worth, on whose word, and since when. */
export function Prices({ origin, prices, hasDocuments = true }: PricesProps) {
  const { noPrice } = useReaderWords();
  const isTyped = origin === "typed";
  return (
    <section className="own-part is-table" aria-labelledby="own-prices">
      <h2 className="d4" id="own-prices">
        Prices of a share
      </h2>
      {prices.length === 0 ? (
        <p className="note">{noPrice}</p>
      ) : (
        <>
          <RecordTable
            caption="Prices of a share, newest first"
            columns={columnsOf(hasDocuments, isTyped)}
            rows={prices}
            rowKey={({ as_of, price, basis }) => `${as_of} ${price} ${basis}`}
          />
          <NowNote prices={prices} />
          {!isTyped && <p className="note mt-3">The club never raises a price by itself; it may lower one.</p>}
        </>
      )}
    </section>
  );
}
