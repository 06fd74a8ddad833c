import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { completedStates } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { closingMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { commitmentParts } from "#web/features/commitments/closing-parts.ts";
import { fundsParts } from "#web/features/funds/closing-parts.ts";
import { closingBoardQuery } from "#web/features/funds/closing-queries.ts";
import { type ClosingPart, closingParts, closingSearch } from "#web/features/funds/closing-search.ts";
import { ApiError } from "#web/lib/api.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { WordTabs } from "#web/ui/tabs.tsx";

const pages = { ...commitmentParts, ...fundsParts };

/** From the first commitment to an account at £0.00. */
export function DealClosing({ id }: { id: string }) {
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
  return board.called_at ? "board" : "commitments";
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

function NotShown({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <RowSkeletons label={messages.loadingDeal} count={4} />;
  if (isMissing(error))
    return <EmptyState isCard title="There is no such deal" text="It was removed, or the address is not complete." />;
  return <LoadFailed title={messages.failed} text={error.message} onRetry={onRetry} />;
}
