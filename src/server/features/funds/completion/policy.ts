import { type DealState, preparedStates } from "#shared/deals/deal-messages.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface CompletionRow {
  state: DealState;
  /** Nothing is missing, but the day of issue. */
  is_met: boolean;
}
export const completionPolicy: Policy<CompletionRow, keyof Completion["can"]> = (actor, { state, is_met }) => ({
  prepare: actor.isAdmin && preparedStates.includes(state),
  propose: actor.isAdmin && state === "closing" && is_met,
});
