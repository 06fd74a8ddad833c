import "./portfolio.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { ownPortfolioMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { OwnCommitments, useOwnCommitments } from "#web/features/commitments/own-commitments.tsx";
import { type LazyPage, lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { oneOf, text, useSearchState, uuid } from "#web/lib/search-state.ts";
import { useSession } from "#web/lib/session.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { AsOf } from "./as-of.tsx";
import { CalendarPart } from "./calendar-part.tsx";
import { CompanyPart } from "./company-part.tsx";
import { FigureSkeletons, HeadFigures } from "./head-figures.tsx";
import { HoldingsTable } from "./holdings-table.tsx";
import { NextList } from "./next-list.tsx";
import { portfolioOnQuery } from "./portfolio-queries.ts";
import { portfolioQuery } from "./portfolio-query.ts";
import { Splits } from "./splits.tsx";
import { ValuePart } from "./value-part.tsx";

const commitmentPage = lazyPage(() =>
  import("#web/features/commitments/commitment-page.tsx").then((file) => file.CommitmentPage),
);
const claimPage = lazyPage(() => import("./company/claim-page.tsx").then((file) => file.ClaimPage));
const companyPage = lazyPage(() => import("./company/company-page.tsx").then((file) => file.CompanyPage));

const earlierDay = (value: string): string => (/^2\d{3}-\d\d-\d\d$/.test(value) ? value : "");
const ownParts = ["documents", "year-end", "if-we-vanish", "advisers"] as const;
type OwnPart = (typeof ownParts)[number];
/** Statements are signed before the first deal: documents come first. */
const partsOf = ({ companies }: { companies: readonly unknown[] }): readonly OwnPart[] =>
  companies.length > 0 ? ownParts : ["documents"];
const partPages: Record<OwnPart, LazyPage<{ backTo: string }>> = {
  "if-we-vanish": lazyPage(() => import("./bundle/bundle-page.tsx").then((file) => file.BundlePage)),
  documents: lazyPage(() => import("./documents/documents-page.tsx").then((file) => file.DocumentsPage)),
  advisers: lazyPage(() => import("./advisers/adviser-seats.tsx").then((file) => file.AdviserSeats)),
  "year-end": lazyPage(() => import("./year-end/year-end-page.tsx").then((file) => file.YearEndPage)),
};

/** What a page that opens here keeps in the address, to be left behind with it. */
const ofPages = { tax_year: text, q: text, holder: text, kind: text, year: text };
const search = {
  ...ofPages,
  commitment: uuid,
  company: uuid,
  part: oneOf([...ownParts, "claim"] as const),
  on: earlierDay,
};
const closed = { tax_year: "", q: "", holder: "", kind: "", year: "", commitment: "", company: "", part: "" } as const;

/** What the reader owns, whatever their statement says now; or the commitment or company that the address names. */
export function MyInvestments() {
  const { state, change, linkTo } = useSearchState(search);
  const on = state.on < londonDate(new Date()) ? state.on : "";
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
  if (state.part && state.part !== "claim")
    return (
      <ViewBoundary name={state.part}>
        <Page key={state.part} page={partPages[state.part]} backTo={backTo} />
      </ViewBoundary>
    );
  return (
    <Own
      on={on}
      onDay={(on) => change({ on })}
      linkTo={(id) => linkTo({ commitment: id })}
      linkToPart={(part) => linkTo({ part })}
      linkToCompany={(company) => linkTo({ company })}
    />
  );
}

interface OwnProps {
  /** An earlier day; today where it is empty. */
  on: string;
  onDay: (on: string) => void;
  linkTo: (commitmentId: string) => string;
  linkToPart: (part: OwnPart) => string;
  linkToCompany: (id: string) => string;
}

function Own({ on, onDay, linkTo, linkToPart, linkToCompany }: OwnProps) {
  const today = londonDate(new Date());
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
  return (
    <section aria-labelledby="my-investments">
      <ViewHead id="my-investments" title={messages.label}>
        {portfolio && (on || portfolio.companies.length > 0) && (
          <AsOf day={on || today} today={today} onChange={(day) => onDay(day === today ? "" : day)} />
        )}
        {portfolio && (
          <span className="own-parts">
            {partsOf(portfolio).map((part) => (
              <LinkButton key={part} variant="outline" isSmall to={linkToPart(part)}>
                {messages.parts[part]}
              </LinkButton>
            ))}
          </span>
        )}
      </ViewHead>
      {isPending && <FigureSkeletons />}
      {portfolio && portfolio.companies.length > 0 && (
        <Dashboard portfolio={portfolio} on={on} linkToCompany={linkToCompany}>
          {commitments}
        </Dashboard>
      )}
      {portfolio && portfolio.companies.length === 0 && (
        <div className="own-portfolio">
          {portfolio.next.length > 0 && <NextList next={portfolio.next} />}
          {commitments}
          <EmptyState
            isCard
            title={on ? "You held nothing then." : "You hold nothing yet."}
            text="Deals you join appear here."
            action={
              <div className="own-empty">
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
  linkToCompany: (id: string) => string;
  /** The commitments that are no holdings yet. */
  children?: ReactNode;
}

const parts = Object.entries({ ValuePart, CompanyPart, CalendarPart, Holdings, Splits });

/** The figures first; what takes longer to draw follows them, part by part. */
function Dashboard({ children, ...shownOf }: DashboardProps) {
  const { portfolio } = shownOf;
  const shown = useOneByOne(parts.length);
  return (
    <div className="own-portfolio">
      <div>
        <HeadFigures portfolio={portfolio} />
      </div>
      <NextList next={portfolio.next} />
      {children}
      {parts.slice(0, shown).map(([name, Part]) => (
        <Part key={name} {...shownOf} />
      ))}
    </div>
  );
}

const holdingDialog = lazyPage<{ isOpen: boolean; onClose: () => void }>(() =>
  import("./typed/holding-dialog.tsx").then((file) => file.HoldingDialog),
);

/** Of what was not bought through the club. */
const AddHolding = () => (
  <DialogOpener
    button={(open) => (
      <Button variant="outline" isSmall onClick={open}>
        Add a holding of your own
      </Button>
    )}
    dialog={(state) => <Page page={holdingDialog} {...state} />}
  />
);

function Holdings({ portfolio, on, linkToCompany }: Omit<DashboardProps, "children">) {
  return <HoldingsTable portfolio={portfolio} linkOf={linkToCompany} action={!on && <AddHolding />} />;
}

/** How many parts to render by now: one more with each pass, so that none holds up those before it. */
function useOneByOne(count: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}
