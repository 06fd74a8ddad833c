import { type DealState, nextStates } from "#shared/deals/deal-messages.ts";
import type { DealVersion, ListedDeal } from "#shared/deals/deals.ts";
import type { Policy, PolicyActor } from "../../platform/http/policy.ts";

interface DealRow {
  state: DealState;
  areDealsEnabled: boolean;
}

export const dealPolicy: Policy<DealRow, Exclude<keyof ListedDeal["can"], "move_to">> = (
  actor,
  { state, areDealsEnabled },
) => ({
  save: actor.isAdmin,
  fill_room: actor.isAdmin && hasOpenRoom(state),
  release: actor.isAdmin && areDealsEnabled && state === "approved",
});

const overStates: readonly DealState[] = ["completed", "exited", "declined", "withdrawn", "cancelled"];
/** While a version can still be frozen, now or later. */
const hasOpenRoom = (state: DealState): boolean => !overStates.includes(state);

interface MovingDeal {
  state: DealState;
  /** A payment to the company is approved or booked: `refuse_once_company_is_paid` keeps its members in the deal. */
  is_company_paid: boolean;
}

/** Where this actor may move a deal by hand. */
export const movesOf = (actor: PolicyActor, { state, is_company_paid }: MovingDeal): DealState[] =>
  actor.isAdmin ? nextStates(state).filter((to) => to !== "cancelled" || !is_company_paid) : [];

interface VersionRow {
  author_id: string | null;
  /** The newest, not approved, of a deal that can be shown. */
  is_waiting: boolean;
  /** Its author is the only admin and has waited. */
  is_left_to_author: boolean;
}

export const dealVersionPolicy: Policy<VersionRow, keyof DealVersion["can"]> = (actor, version) => ({
  approve: actor.isAdmin && version.is_waiting && (version.author_id !== actor.userId || version.is_left_to_author),
});
