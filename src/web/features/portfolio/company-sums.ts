import type { PortfolioCompany } from "#shared/portfolio/portfolio.ts";

/** What the shares cost, and what they are worth and were sold for, before fees and costs: of these is the gross multiple. */
export const grossOf = ({
  figures: { cost_pence, held_pence, gross_received_pence, range_pence },
}: Pick<PortfolioCompany, "figures">) => {
  const worth = held_pence + gross_received_pence;
  const most = worth + range_pence;
  return {
    cost: cost_pence,
    worth,
    /** More than the worth where a price is too old for a value. */
    most,
    range: range_pence,
    difference: worth - cost_pence,
    /** Whatever a price that is too old comes to. */
    isAbove: worth > cost_pence,
    isBelow: most < cost_pence,
    isUnknown: range_pence > 0 && worth <= cost_pence && most >= cost_pence,
  };
};
