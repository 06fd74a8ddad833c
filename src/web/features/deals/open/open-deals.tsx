import "./open-deals.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { openDealsMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { ownStatementsQuery } from "#web/features/statements/own-statements-query.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { ClosedDeals } from "./closed-deals.tsx";
import { DealsFailed } from "./deals-failed.tsx";
import { openDealsSearch } from "./deals-search.ts";
import { OpenDealList } from "./open-deal-list.tsx";

const dealPage = lazyPage(() => import("./deal-page.tsx").then((file) => file.DealPage));

/** All deals, or the one that the address names, behind the reader's statement. */
export function OpenDeals() {
  const { state, linkTo } = useSearchState(openDealsSearch);
  const { data: own, isPending, refetch } = useQuery(ownStatementsQuery);
  const isOpen = own?.gate === "open";
  useEffect(() => {
    // What is read next; a failure is told when it is shown.
    if (isOpen) dealPage.load().catch(() => {});
  }, [isOpen]);
  // One that its reader bought is open without a statement.
  if (state.deal)
    return (
      <ViewBoundary name={state.deal}>
        <Page page={dealPage} id={state.deal} backTo={linkTo({ deal: "", document: "" })} />
      </ViewBoundary>
    );
  return (
    <section aria-labelledby="open-deals">
      <ViewHead id="open-deals" title={messages.label}>
        {isOpen && <p className="note">Everyone with a current statement sees a deal at the same moment</p>}
      </ViewHead>
      {isPending && <RowSkeletons label={messages.loading} />}
      {!isPending && !own && <DealsFailed onRetry={() => void refetch()} />}
      {isOpen && <OpenDealList linkTo={(deal) => linkTo({ deal })} />}
      {own && own.gate !== "open" && <ClosedDeals gate={own.gate} />}
    </section>
  );
}
