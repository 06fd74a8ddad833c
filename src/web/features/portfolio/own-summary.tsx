import "./portfolio.css";
import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import { ownPortfolioMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { FigureSkeletons, MainFigures } from "./head-figures.tsx";
import { shortColumns } from "./holdings-table.tsx";
import { portfolioQuery } from "./portfolio-query.ts";
import { useReaderWords } from "./reader-words.ts";

/** The reader's value, what they paid in and received, and the return; nothing while they hold nothing. */
function OwnFigures() {
  const { data: portfolio, isPending, refetch } = useQuery(portfolioQuery);
  if (isPending) return <FigureSkeletons />;
  if (!portfolio)
    return <LoadFailed title="Your investments could not be loaded" text={messages.failedText} onRetry={refetch} />;
  return portfolio.companies.length > 0 && <MainFigures portfolio={portfolio} />;
}

/** The reader's companies in five columns; nothing while they hold nothing. */
function OwnHoldings() {
  const { data: portfolio } = useQuery(portfolioQuery);
  const words = useReaderWords();
  if (!portfolio || portfolio.companies.length === 0) return null;
  const { company, shares, paid, value, priceAsOf } = shortColumns(portfolio, paths.ownCompany, words);
  return (
    <RecordTable
      caption={words.holdingsCaption}
      columns={[company, shares, paid, { ...value, isBeside: true }, priceAsOf]}
      rows={portfolio.companies}
      rowKey={({ company_id }) => company_id}
    />
  );
}

/** The reader's own, on the first screen; nothing while they hold nothing. */
export function OwnSummary() {
  const { data: portfolio } = useQuery(portfolioQuery);
  if (portfolio?.companies.length === 0) return null;
  return (
    <section aria-labelledby="own-summary">
      <div className="to-do-head">
        <h2 id="own-summary" className="d4">
          My investments
        </h2>
        <InlineLink to={paths.myInvestments}>Open My Investments</InlineLink>
      </div>
      <OwnFigures />
      <OwnHoldings />
    </section>
  );
}
