import { formatPence } from "#shared/pence.ts";
import type { PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import { ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";

/** What the shares of a lot that are left cost, and what all of it cost where some are sold. */
export const CostLeft = ({
  cost_pence,
  cost_left_pence,
}: Pick<PortfolioCompany["lots"][number], "cost_pence" | "cost_left_pence">) => (
  <>
    {formatPence(cost_left_pence)}
    {cost_left_pence !== cost_pence && (
      <span className="note block">{ownCompanyMessages.costOf(formatPence(cost_pence))}</span>
    )}
  </>
);
