import "./portfolio.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { ownPortfolioMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { OwnCommitments, useOwnCommitments } from "#web/features/commitments/own-commitments.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { PaperHead } from "#web/lib/paper-head.tsx";
import { oneOf, text, useKeptFold, useSearchState, uuid } from "#web/lib/search-state.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useSession } from "#web/lib/session.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { AsOf } from "./as-of.tsx";
import { CompanyPart } from "./company-part.tsx";
import { FigureFold, FigureSkeletons, MainFigures } from "./head-figures.tsx";
import { HoldingsTable } from "./holdings-table.tsx";
import { NextList } from "./next-list.tsx";
import { portfolioOnQuery } from "./portfolio-queries.ts";
import { portfolioQuery } from "./portfolio-query.ts";
import { Splits } from "./splits.tsx";
import { ValuePart } from "./value-part.tsx";

/** Of My Investments, before they became parts of Documents or Account. Saved addresses and sent emails still have them. */
const movedParts = ["documents", "year-end", "if-we-vanish", "advisers"] as const;
type MovedPart = (typeof movedParts)[number];

const isMoved = (part: string): part is MovedPart => movedParts.some((moved) => moved === part);

/** @param taxYear "2026", or empty. */
function movedTo(part: MovedPart, taxYear: string): string {
  if (part === "if-we-vanish") return paths.export;
  if (part === "advisers") return paths.adviserSeats;
  if (part === "documents") return paths.documents;
  return `${paths.yearEnd}${taxYear && `&tax_year=${taxYear}`}`;
}

const commitmentPage = lazyPage(() =>
  import("#web/features/commitments/commitment-page.tsx").then((file) => file.CommitmentPage),
);
const claimPage = lazyPage(() => import("./company/claim-page.tsx").then((file) => file.ClaimPage));
const companyPage = lazyPage(() => import("./company/company-page.tsx").then((file) => file.CompanyPage));

const earlierDay = (value: string): string => (/^2\d{3}-\d\d-\d\d$/.test(value) ? value : "");

const search = {
  commitment: uuid,
  company: uuid,
  part: oneOf(["claim", ...movedParts]),
  tax_year: text,
  on: earlierDay,
};
const closed = { tax_year: "", commitment: "", company: "", part: "" } as const;

/** What the reader owns, whatever their statement says now; or the commitment or company that the address names. */
export function MyInvestments() {
  const { state, change, linkTo } = useSearchState(search);
  const on = state.on < londonDate(serverNow()) ? state.on : "";
  const backTo = linkTo(closed);
  if (state.commitment)
    return (
      <ViewBoundary name={state.commitment}>
        <Page key={state.commitment} page={commitmentPage} id={state.commitment} backTo={backTo} />
      </ViewBoundary>
    );
  if (state.company && state.part === "claim")
    return (
      <ViewBoundary name={`${state.company} claim`}>
        <Page key={state.company} page={claimPage} id={state.company} backTo={linkTo({ part: "" })} />
      </ViewBoundary>
    );
  if (state.company)
    return (
      <ViewBoundary name={state.company}>
        <Page
          key={state.company}
          page={companyPage}
          id={state.company}
          on={on}
          backTo={backTo}
          toToday={linkTo({ on: "" })}
        />
      </ViewBoundary>
    );
  if (isMoved(state.part)) return <Navigate to={movedTo(state.part, state.tax_year)} replace />;
  return (
    <Own
      on={on}
      onDay={(on) => change({ on })}
      linkTo={(id) => linkTo({ commitment: id })}
      linkToCompany={(company) => linkTo({ company })}
    />
  );
}

interface OwnProps {
  /** An earlier day; today where it is empty. */
  on: string;
  onDay: (on: string) => void;
  linkTo: (commitmentId: string) => string;
  linkToCompany: (id: string) => string;
}

function Own({ on, onDay, linkTo, linkToCompany }: OwnProps) {
  const today = londonDate(serverNow());
  const isApproved = useSession().session?.membership_status === "approved";
  const query = on ? portfolioOnQuery(on) : portfolioQuery;
  const { data: portfolio, isPending, refetch } = useQuery({ ...query, placeholderData: keepPreviousData });
  const list = useOwnCommitments();
  const commitments = on ? (
    list.items?.some(({ state }) => state !== "completed") && (
      <p className="note">What you do not hold yet is shown as of today alone.</p>
    )
  ) : (
    <OwnCommitments list={list} linkTo={linkTo} />
  );
  const asOf = <AsOf day={on || today} today={today} onChange={(day) => onDay(day === today ? "" : day)} />;
  return (
    <section aria-labelledby="my-investments">
      <PaperHead title={messages.ofPerson} />
      <ViewHead id="my-investments" title={messages.label}>
        <span className="own-parts">
          <LinkButton variant="outline" isSmall to={paths.documents}>
            Documents
          </LinkButton>
          {portfolio && portfolio.companies.length > 0 && (
            <LinkButton variant="outline" isSmall to={paths.export}>
              {messages.export}
            </LinkButton>
          )}
        </span>
      </ViewHead>
      {isPending && <FigureSkeletons />}
      {portfolio && portfolio.companies.length > 0 && (
        <Dashboard portfolio={portfolio} on={on} asOf={asOf} linkToCompany={linkToCompany}>
          {commitments}
        </Dashboard>
      )}
      {portfolio && portfolio.companies.length === 0 && (
        <div className="own-portfolio">
          {on && asOf}
          {portfolio.next.length > 0 && <NextList portfolio={portfolio} />}
          {commitments}
          <EmptyState
            isCard
            title={on ? "You held nothing then." : "You hold nothing yet."}
            text="Deals you join appear here."
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {isApproved && (
                  <LinkButton variant="outline" isSmall to={paths.openDeals}>
                    See open deals
                  </LinkButton>
                )}
                {!on && <AddHolding />}
              </div>
            }
          />
        </div>
      )}
      {!isPending && !portfolio && (
        <div className="own-portfolio">
          <LoadFailed title="Your investments could not be loaded" text={messages.failedText} onRetry={refetch} />
          {commitments}
        </div>
      )}
    </section>
  );
}

interface DashboardProps {
  portfolio: Portfolio;
  /** An earlier day; today where it is empty. */
  on: string;
  /** The choice of another day. */
  asOf: ReactNode;
  linkToCompany: (id: string) => string;
  /** The commitments that are no holdings yet. */
  children?: ReactNode;
}

/** Figures and holdings first, then what waits; charts only where there is something to compare. */
function Dashboard({ portfolio, on, asOf, linkToCompany, children }: DashboardProps) {
  return (
    <div className="own-portfolio">
      <MainFigures portfolio={portfolio} />
      <HoldingsTable portfolio={portfolio} linkOf={linkToCompany}>
        <FigureFold portfolio={portfolio} isOpen={on !== ""}>
          {asOf}
        </FigureFold>
        {!on && <AddHolding isWord />}
      </HoldingsTable>
      <NextList portfolio={portfolio} />
      {children}
      <Charts portfolio={portfolio} />
    </div>
  );
}

const holdingDialog = lazyPage<{ isOpen: boolean; onClose: () => void }>(() =>
  import("./typed/holding-dialog.tsx").then((file) => file.HoldingDialog),
);

const addWords = "Add a holding of your own";

/** Adds a holding that was not bought through the club. @param isWord below a table, where it is one of several words. */
const AddHolding = ({ isWord }: { isWord?: boolean }) => (
  <DialogOpener
    button={(open) =>
      isWord ? (
        <RowAction onClick={open}>{addWords}</RowAction>
      ) : (
        <Button variant="outline" isSmall onClick={open}>
          {addWords}
        </Button>
      )
    }
    dialog={(state) => <Page page={holdingDialog} {...state} />}
  />
);

/** One line over time; comparisons are folded, and there where there are two things to compare. */
export function Charts({ portfolio }: { portfolio: Portfolio }) {
  const fold = useKeptFold("comparisons");
  return (
    <>
      <ValuePart portfolio={portfolio} />
      {portfolio.companies.length > 1 && (
        <Fold summary="By company, sector and year" {...fold}>
          {() => (
            <>
              <CompanyPart portfolio={portfolio} />
              <Splits portfolio={portfolio} />
            </>
          )}
        </Fold>
      )}
    </>
  );
}
