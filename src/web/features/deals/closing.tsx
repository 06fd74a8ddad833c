import "#web/features/funds/funds.css";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { completedStates, dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { closingMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { commitmentParts } from "#web/features/commitments/closing-parts.ts";
import { fundsParts } from "#web/features/funds/closing-parts.ts";
import { closingBoardQuery } from "#web/features/funds/closing-queries.ts";
import { type ClosingPart, closingParts, closingSearch } from "#web/features/funds/closing-search.ts";
import { hasMoney } from "#web/features/funds/has-money.ts";
import { ApiError } from "#web/lib/api.ts";
import { shortDate } from "#web/lib/format.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { WordTabs } from "#web/ui/tabs.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";

/** A single deal is opened directly. */
export function Closing() {
  const { state, linkTo } = useSearchState(closingSearch);
  if (state.deal) return <DealClosing key={state.deal} id={state.deal} />;
  return <ClosingDeals linkTo={({ id }) => linkTo({ deal: id })} />;
}

const pages = { ...commitmentParts, ...fundsParts };

/** From the first commitment to an account at £0.00. */
function DealClosing({ id }: { id: string }) {
  const {
    data: board,
    error,
    refetch,
  } = useQuery({
    ...closingBoardQuery(id),
    retry: (count, failure) => !isMissing(failure) && count < 3,
  });
  const { state, linkTo } = useSearchState(closingSearch);
  useOpenedTitle(board && `${board.company_name}, ${messages.label.toLowerCase()}`);
  if (!board) return <NotShown error={error} onRetry={() => void refetch()} />;
  const hasRelief = completedStates.includes(board.deal_state) && board.scheme !== null && board.scheme !== "none";
  const parts = closingParts.filter((part) => part !== "relief" || hasRelief);
  const chosen = parts.find((part) => part === state.part);
  const current: ClosingPart = chosen ?? firstPartOf(board);
  return (
    // The focus comes here when an action takes its button away.
    <div className="grid gap-2 outline-none" tabIndex={-1}>
      <WordTabs
        label="Parts of the closing"
        items={parts.map((part) => ({
          label: messages[part],
          to: linkTo({ deal: id, part, status: "", show: "" }),
          isCurrent: part === current,
        }))}
      />
      <Suspense fallback={<RowSkeletons label={messages.loadingDeal} count={4} />}>
        <Page key={current} page={pages[current]} board={board} />
      </Suspense>
    </div>
  );
}

function firstPartOf(board: ClosingBoard): ClosingPart {
  if (completedStates.includes(board.deal_state)) return "completion";
  return hasMoney(board) ? "board" : "commitments";
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

function NotShown({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <RowSkeletons label={messages.loadingDeal} count={4} />;
  if (isMissing(error))
    return <EmptyState isCard title="There is no such deal" text="It was removed, or the address is not complete." />;
  return <LoadFailed title={messages.failed} text={error.message} onRetry={onRetry} />;
}

function ClosingDeals({ linkTo }: { linkTo: (deal: ListedDeal) => string }) {
  const closing = useDeals("closing");
  const released = useDeals("released");
  const completed = useDeals("completed");
  const unsettled = useDeals("unsettled");
  const deals = closing.items && released.items && [...closing.items, ...released.items];
  const [only] = deals?.length === 1 && completed.items?.length === 0 && unsettled.items?.length === 0 ? deals : [];
  if (only) return <DealClosing key={only.id} id={only.id} />;
  const company: RecordColumn<ListedDeal> = {
    header: "Company",
    className: "wrap-anywhere",
    cell: (deal) => (
      <InlineLink to={linkTo(deal)} isQuiet>
        {deal.company_name}
      </InlineLink>
    ),
  };
  const list = {
    ...closing,
    items: deals,
    isPending: closing.isPending || released.isPending,
    refetch: () => Promise.all([closing.refetch(), released.refetch()]),
  };
  return (
    <section aria-labelledby="closing" className="grid gap-4">
      <ViewHead id="closing" title={messages.label} />
      <ListView
        list={list}
        loading={messages.loading}
        empty={{
          title: "No deal is released or closing",
          text: "A deal is here from its release on: commitments, who gets what, and the money.",
        }}
      >
        {(deals) => (
          <RecordTable
            caption="Deals that are released or closing"
            columns={[company, ...columns]}
            rows={deals}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
      <ListView list={unsettled} noun="deals" loading={messages.loading} empty={null}>
        {(deals) => (
          <section aria-labelledby="unsettled-deals" className="grid gap-2">
            <h3 id="unsettled-deals" className="d4">
              Cancelled, with money to send back
            </h3>
            <RecordTable
              caption="Deals that are cancelled, with money to send back"
              columns={[company, ...columns]}
              rows={deals}
              rowKey={({ id }) => id}
              isDense
            />
          </section>
        )}
      </ListView>
      <ListView list={completed} noun="deals" loading={messages.loading} empty={null}>
        {(deals) => (
          <section aria-labelledby="completed-deals" className="grid gap-2">
            <h3 id="completed-deals" className="d4">
              Completed
            </h3>
            <p className="note">Papers and tax relief of rounds whose members hold their shares.</p>
            <RecordTable
              caption="Deals that are completed"
              columns={[company, ...columns]}
              rows={deals}
              rowKey={({ id }) => id}
              isDense
            />
          </section>
        )}
      </ListView>
    </section>
  );
}

const useDeals = (state: "closing" | "released" | "completed" | "unsettled") =>
  useList<ListedDeal>({
    path: "/deals",
    parameters: { state, limit: "100" },
    failureMessage: "The deals that are closing could not be loaded",
  });

const columns: RecordColumn<ListedDeal>[] = [
  { header: "Round", className: "wrap-anywhere", cell: ({ name }) => name },
  { header: "Stage", className: "whitespace-nowrap", cell: ({ state }) => dealStateLabels[state] },
  {
    header: "Scheme",
    className: "whitespace-nowrap",
    cell: ({ scheme }) => scheme && dealSchemeLabels[scheme],
  },
  { header: "Since", className: "num whitespace-nowrap", cell: ({ state_since }) => shortDate(state_since) },
];
