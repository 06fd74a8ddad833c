import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dealDeskMessages } from "#shared/deals/deal-desk-messages.ts";
import { type DealState, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealRecord, ListedDeal, MoveInput } from "#shared/deals/deals.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { usePendingMutations } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Somebody else has changed the record meanwhile. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === "revision_conflict";

export const conflictingDeal = (error: unknown): DealRecord | undefined =>
  isConflict(error) && error instanceof ApiError ? (error.problem.record as DealRecord | undefined) : undefined;

/** The record as the server answered it; what lists deals is fetched again. */
export function useDealChanged() {
  const client = useQueryClient();
  return async (record?: DealRecord) => {
    if (record) client.setQueryData(queryKeys.deal(record.id), record);
    const stale = [queryKeys.deals, queryKeys.companies, queryKeys.audit];
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

export interface Move extends Pick<MoveInput, "to" | "reason" | "until"> {
  deal: Pick<ListedDeal, "id" | "company_name" | "state" | "updated_at">;
}

const moveKey = [...queryKeys.deals, "move"];

/** Pending until the lists are loaded again, whether it succeeds or not. */
export function useMoveDeal() {
  const changed = useDealChanged();
  return useMutation({
    mutationKey: moveKey,
    mutationFn: ({ deal, ...move }: Move) =>
      callApi<DealRecord>("POST", `/deals/${deal.id}/transitions`, { ...move, expected_version: deal.updated_at }),
    onSuccess: (record, { deal, to }) =>
      toast(
        record.state === to
          ? {
              title: `Moved to ${dealStateLabels[to]}`,
              description:
                deal.state === "enquiry"
                  ? `${deal.company_name}. ${dealDeskMessages.founderNotTold(record.company.founders)}`
                  : deal.company_name,
            }
          : { title: "Proposed", description: `Another admin confirms that ${deal.company_name} is cancelled.` },
      ),
    onError: (error, { deal }) => toastFailure("Not moved", error, deal.company_name),
    onSettled: (record) => changed(record),
  });
}

/** Deals in the state that they are being moved to. */
export function useMovedDeals(deals: ListedDeal[] | undefined): ListedDeal[] | undefined {
  const moves = usePendingMutations<Move>(moveKey);
  const target = new Map<string, { to: DealState; at: string }>(moves.map((move) => [move.deal.id, move]));
  return deals?.map((deal) => {
    const move = target.get(deal.id);
    if (!move) return deal;
    return { ...deal, state: move.to, state_since: move.at, days_overdue: null, can: { ...deal.can, move_to: [] } };
  });
}
