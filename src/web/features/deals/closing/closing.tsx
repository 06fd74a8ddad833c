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

export function Closing() {
  const { state, linkTo } = useSearchState(closingSearch);
  if (state.deal)
    return <DealClosing key={state.deal} id={state.deal} backTo={linkTo({ deal: "", show: "", status: "" })} />;
  return <ClosingDeals linkTo={({ id }) => linkTo({ deal: id })} />;
}

interface Linking {
  linkTo: (deal: ListedDeal) => string;
}

function ClosingDeals({ linkTo }: Linking) {
  const closing = useDeals("closing");
  const released = useDeals("released");
  const completed = useDeals("completed");
  const unsettled = useDeals("unsettled");
  const deals = closing.items && released.items && [...closing.items, ...released.items];
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
        {(deals) => <DealTable caption="Deals that are released or closing" deals={deals} linkTo={linkTo} />}
      </ListView>
      <ListView list={unsettled} noun="deals" loading={messages.loading} empty={null}>
        {(deals) => (
          <section aria-labelledby="unsettled-deals" className="grid gap-2">
            <h3 id="unsettled-deals" className="d4">
              Cancelled, with money to send back
            </h3>
            <DealTable caption="Deals that are cancelled, with money to send back" deals={deals} linkTo={linkTo} />
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
            <DealTable caption="Deals that are completed" deals={deals} linkTo={linkTo} />
          </section>
        )}
      </ListView>
    </section>
  );
}

function DealTable({ caption, deals, linkTo }: Linking & { caption: string; deals: readonly ListedDeal[] }) {
  const company: RecordColumn<ListedDeal> = {
    header: "Company",
    className: "wrap-anywhere",
    cell: (deal) => (
      <InlineLink to={linkTo(deal)} isQuiet>
        {deal.company_name}
      </InlineLink>
    ),
  };
  return <RecordTable caption={caption} columns={[company, ...columns]} rows={deals} rowKey={({ id }) => id} isDense />;
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
