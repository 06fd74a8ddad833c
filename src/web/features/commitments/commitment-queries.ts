import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { endedStates } from "#shared/commitments/commitment-messages.ts";
import type {
  CommitmentOffer,
  CommitmentPreview,
  OwnAllocation,
  OwnCommitment,
} from "#shared/commitments/commitments.ts";
import { callApi } from "#web/lib/api.ts";
import { type Gated, gateIsOpen, readGated } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";

const own = ["commitments"];

export const offerQuery = (dealId: string) =>
  queryOptions({
    queryKey: [...queryKeys.openDeals, "commitment", dealId],
    queryFn: (context) => readGated<CommitmentOffer>(`/open-deals/${dealId}/commitment`, context),
    refetchInterval: ({ state: { data } }) =>
      data?.gate === "open" ? pauseUntilOpen(data.answer, serverNow().getTime()) : false,
  });

/** Asks what the server says to an amount; it changes nothing. */
export const previewQuery = (dealId: string, amount_pence: number) =>
  queryOptions({
    queryKey: [...queryKeys.openDeals, "preview", dealId, amount_pence],
    queryFn: ({ signal }) =>
      callApi<CommitmentPreview>("POST", `/open-deals/${dealId}/commitment/preview`, { amount_pence }, signal),
    retry: false,
  });

export const commitmentQuery = (id: string) =>
  queryOptions({
    queryKey: [...own, "one", id],
    queryFn: ({ signal }) => callApi<OwnCommitment>("GET", `/commitments/${id}`, undefined, signal),
  });

export const ownAllocationQuery = (id: string) =>
  queryOptions({
    queryKey: [...own, "one", id, "allocation"],
    queryFn: ({ signal }) => callApi<OwnAllocation>("GET", `/commitments/${id}/allocation`, undefined, signal),
  });

/** Shows the saved one at once, and reads again what hangs on it. */
export function commitmentChanged(client: QueryClient, saved: OwnCommitment): void {
  const { deal_id } = saved;
  client.setQueryData(commitmentQuery(saved.id).queryKey, saved);
  client.setQueryData<Gated<CommitmentOffer>>(offerQuery(deal_id).queryKey, (offer) =>
    offer?.gate === "open"
      ? gateIsOpen({ ...offer.answer, commitment: endedStates.includes(saved.state) ? null : saved })
      : offer,
  );
  void readCommitmentAgain(client, deal_id);
}

export function readCommitmentAgain(client: QueryClient, dealId: string): Promise<unknown> {
  const keys = [
    own,
    queryKeys.portfolio,
    offerQuery(dealId).queryKey,
    queryKeys.openDeal(dealId),
    queryKeys.openDealList,
  ];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

const longestPauseMs = 60 * 60 * 1000;

/** Milliseconds until a first commitment may be placed, an hour at most; false without such a wait. */
function pauseUntilOpen({ cooling_off_until }: CommitmentOffer, now: number): number | false {
  if (cooling_off_until === null) return false;
  const left = Date.parse(cooling_off_until) - now;
  // A moment later, as the clocks differ.
  return Math.min(Math.max(left, 0) + 2000, longestPauseMs);
}
