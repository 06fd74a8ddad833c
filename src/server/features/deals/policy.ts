import { type DealState, nextStates } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import type { Policy, PolicyActor } from "../../platform/http/policy.ts";

interface DealRow {
  state: DealState;
}

export const dealPolicy: Policy<DealRow, Exclude<keyof ListedDeal["can"], "move_to">> = (actor, { state }) => ({
  save: actor.isAdmin,
  fill_room: actor.isAdmin && hasOpenRoom(state),
  announce_closing: actor.isAdmin && state === "released",
});

/** Of another end of commitments, or a cancelling, that an admin proposed. */
export const proposalPolicy: Policy<{ refusal: string | null }, "confirm"> = (actor, { refusal }) => ({
  confirm: actor.isAdmin && refusal === null,
});

const overStates: readonly DealState[] = ["completed", "exited", "declined", "withdrawn", "cancelled"];
/** While a version can still be frozen, now or later. */
const hasOpenRoom = (state: DealState): boolean => !overStates.includes(state);

interface MovingDeal {
  state: DealState;
  /** A payment to the company is approved or booked: `refuse_once_company_is_paid` keeps its members in the deal. */
  is_company_paid: boolean;
  /** Commitments have not ended. */
  isOpen: boolean;
}

export const movesOf = (actor: PolicyActor, { state, is_company_paid, isOpen }: MovingDeal): DealState[] =>
  actor.isAdmin
    ? nextStates(state).filter((to) => (to !== "cancelled" || !is_company_paid) && (to !== "closing" || !isOpen))
    : [];
