import type { PortfolioCompany } from "#shared/portfolio.ts";

/** What the shares cost, and what they are worth and brought, before fees. */
export const grossOf = ({ figures }: PortfolioCompany) => ({
  cost: figures.cost_pence,
  worth: figures.value_pence + figures.received_pence,
  difference: figures.value_pence + figures.received_pence - figures.cost_pence,
});
