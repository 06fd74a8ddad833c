import "./portfolio.css";
import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import type { Portfolio, PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import { lotOriginLabels } from "#shared/portfolio/portfolio-messages.ts";
import { ownPortfolioMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { daysBetween, soonDays } from "#shared/portfolio/tax-dates.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { FigureSkeletons, MainFigures } from "./head-figures.tsx";
import { shortColumns } from "./holdings-table.tsx";
import { lotWords } from "./lot-words.ts";
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
  const { company, shares, paid, value, priceAsOf } = shortColumns(paths.ownCompany, words);
  return (
    <RecordTable
      caption={words.holdingsCaption}
      columns={[
        { ...company, cell: (one) => <OwnCompanyName company={one} /> },
        shares,
        paid,
        { ...value, isBeside: true },
        priceAsOf,
      ]}
      rows={portfolio.companies}
      rowKey={({ company_id }) => company_id}
    />
  );
}

/** The same name may be held through the club too. */
const OwnCompanyName = ({ company: { company_id, name, origin } }: { company: PortfolioCompany }) => (
  <>
    <RouteLink className="own-link wrap-anywhere" to={paths.ownCompany(company_id)}>
      {name}
    </RouteLink>
    {origin === "typed" && <p className="note">{lotOriginLabels.typed}</p>}
  </>
);

const mostCertificates = 3;

/** The last certificates for the tax return, each a file; nothing before the first has come. */
function OwnCertificates() {
  const { data: portfolio } = useQuery(portfolioQuery);
  const companies = portfolio?.companies ?? [];
  const came = companies
    .flatMap(({ company_id, name, lots }) => lots.map((lot) => ({ ...lot, company_id, name, lot_id: lot.id })))
    .filter(({ certificate_id }) => certificate_id !== null)
    .toSorted((one, other) => (other.certificate_on ?? "").localeCompare(one.certificate_on ?? ""))
    .slice(0, mostCertificates);
  if (came.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3 pt-4">
      {came.map((lot) => (
        <li key={lot.id}>
          <DownloadButton
            method="GET"
            path={`/papers/${lot.certificate_id}`}
            failed="The document was not opened"
            className="text-left whitespace-normal"
          >
            <span className="wrap-anywhere">
              Your {lot.scheme}3 certificate for {lotWords({ companies }, lot).company}
            </span>
          </DownloadButton>
        </li>
      ))}
    </ul>
  );
}

/** Reliefs and losses whose time to claim ends soon: dates to know, which no number counts. */
export function ClaimsAhead({ portfolio }: { portfolio: Pick<Portfolio, "next" | "as_of" | "companies"> }) {
  const { next, as_of } = portfolio;
  const soon = next.filter(
    ({ kind, day }) => (kind === "claim_relief" || kind === "loss_claim") && daysBetween(as_of, day) <= soonDays,
  );
  return soon.map((one) => (
    <p key={`${one.kind} ${one.lot_id} ${one.day}`} className="note num pt-2 wrap-anywhere">
      <InlineLink to={paths.ownCompany(one.company_id ?? "")}>{lotWords(portfolio, one).company}</InlineLink>:{" "}
      {one.kind === "loss_claim" ? "a loss" : "relief"} to claim by {shortDate(one.day)}.
    </p>
  ));
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
      {portfolio && <ClaimsAhead portfolio={portfolio} />}
      <OwnFigures />
      <OwnHoldings />
      <OwnCertificates />
    </section>
  );
}
