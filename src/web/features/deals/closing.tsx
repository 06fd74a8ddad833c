import "#web/features/funds/funds.css";
import { dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { closingMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { closingSearch } from "#web/features/funds/closing-search.ts";
import { shortDate } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { DealClosing } from "./deal-closing.tsx";

/** A single deal is opened directly. */
export function Closing() {
  const { state, linkTo } = useSearchState(closingSearch);
  if (state.deal) return <DealClosing key={state.deal} id={state.deal} />;
  return <ClosingDeals linkTo={({ id }) => linkTo({ deal: id })} />;
}

function ClosingDeals({ linkTo }: { linkTo: (deal: ListedDeal) => string }) {
  const closing = useDeals("closing");
  const released = useDeals("released");
  const completed = useDeals("completed");
  const deals = closing.items && released.items && [...closing.items, ...released.items];
  const [only] = deals?.length === 1 && completed.items?.length === 0 ? deals : [];
  if (only) return <DealClosing key={only.id} id={only.id} />;
  const company: RecordColumn<ListedDeal> = {
    header: messages.company,
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
      <ListView list={list} loading={messages.loading} empty={{ title: messages.none, text: messages.noneText }}>
        {(deals) => (
          <RecordTable
            caption={messages.caption}
            columns={[company, ...columns]}
            rows={deals}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
      <ListView list={completed} noun="deals" loading={messages.loading} empty={null}>
        {(deals) => (
          <section aria-labelledby="completed-deals" className="grid gap-2">
            <h3 id="completed-deals" className="d4">
              {messages.completed}
            </h3>
            <p className="note">{messages.completedText}</p>
            <RecordTable
              caption={messages.completedCaption}
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

const useDeals = (state: "closing" | "released" | "completed") =>
  useList<ListedDeal>({
    path: "/deals",
    parameters: { state, limit: "100" },
    failureMessage: messages.fetchFailed,
  });

const columns: RecordColumn<ListedDeal>[] = [
  { header: messages.round, className: "wrap-anywhere", cell: ({ name }) => name },
  { header: messages.stage, className: "whitespace-nowrap", cell: ({ state }) => dealStateLabels[state] },
  {
    header: messages.scheme,
    className: "whitespace-nowrap",
    cell: ({ scheme }) => scheme && dealSchemeLabels[scheme],
  },
  { header: messages.since, className: "num whitespace-nowrap", cell: ({ state_since }) => shortDate(state_since) },
];
