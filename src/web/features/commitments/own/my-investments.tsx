import "../commitments.css";
import type { ListedCommitment } from "#shared/commitments.ts";
import { myInvestmentsMessages as messages } from "#shared/own-commitment-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useSearchState, uuid } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { CommitmentTable } from "./commitment-table.tsx";
import { WaitingForYou } from "./waiting-for-you.tsx";

const commitmentPage = lazyPage(() => import("./commitment-page.tsx").then((file) => file.CommitmentPage));

const search = { commitment: uuid };

/** What the reader has joined, whatever their statement says now; or the one that the address names. */
export function MyInvestments() {
  const { state, linkTo } = useSearchState(search);
  const list = useList<ListedCommitment>({ path: "/commitments/me" });
  if (state.commitment)
    return (
      <ViewBoundary name={state.commitment}>
        <Page key={state.commitment} page={commitmentPage} id={state.commitment} backTo={linkTo({ commitment: "" })} />
      </ViewBoundary>
    );
  return (
    <section aria-labelledby="my-investments">
      <ViewHead id="my-investments" title={messages.label} />
      <ListView
        list={list}
        noun="commitments"
        loading={messages.loading}
        empty={{ title: messages.empty, text: messages.emptyText }}
      >
        {(commitments) => (
          <>
            <WaitingForYou commitments={commitments} linkTo={(id) => linkTo({ commitment: id })} />
            <CommitmentTable commitments={commitments} linkTo={(id) => linkTo({ commitment: id })} />
          </>
        )}
      </ListView>
    </section>
  );
}
