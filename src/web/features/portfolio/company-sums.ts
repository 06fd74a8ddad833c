import type { PortfolioCompany } from "#shared/portfolio.ts";

/** What the shares cost, and what they are worth and were sold for, before fees and costs: of these is the gross multiple. */
export const grossOf = ({
  figures: { cost_pence, held_pence, gross_received_pence },
}: Pick<PortfolioCompany, "figures">) => ({
  cost: cost_pence,
  worth: held_pence + gross_received_pence,
  difference: held_pence + gross_received_pence - cost_pence,
});
