import { formatPrice } from "#shared/pence.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { splitNames } from "#shared/portfolio/portfolio-messages.ts";

/** A price as it was, and what it comes to for a share of now. */
export const PriceThen = ({
  price,
  price_now,
  splits,
}: Pick<OwnCompany["prices"][number], "price" | "price_now" | "splits">) => (
  <>
    {formatPrice(price)}
    {price_now !== null && (
      <span className="note block">
        {formatPrice(price_now)} after {splitNames(splits)}
      </span>
    )}
  </>
);
