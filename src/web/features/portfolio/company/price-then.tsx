import { formatPrice } from "#shared/pence.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { splitNames } from "#shared/portfolio/portfolio-messages.ts";

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
