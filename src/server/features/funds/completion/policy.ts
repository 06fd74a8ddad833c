import type { DealState } from "#shared/deal-messages.ts";
import type { CompanyAccount, Completion } from "#shared/funds-completion.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface AccountRow {
  entered_by: string | null;
  is_waiting: boolean;
  /** Whoever entered it is the only admin and has waited. */
  is_left_to_author: boolean;
}
export const companyAccountPolicy: Policy<AccountRow, keyof CompanyAccount["can"]> = (actor, account) => ({
  confirm: actor.isAdmin && account.is_waiting && (account.entered_by !== actor.userId || account.is_left_to_author),
});

interface CompletionRow {
  state: DealState;
  /** Nothing is missing, but the day of issue. */
  is_met: boolean;
  proposal: { proposed_by: string | null; is_left_to_author: boolean } | null;
}
/** While what is signed can be filed. */
const preparedStates: readonly DealState[] = ["preparing", "approved", "released", "closing"];
export const completionPolicy: Policy<CompletionRow, keyof Completion["can"]> = (
  actor,
  { state, is_met, proposal },
) => ({
  prepare: actor.isAdmin && preparedStates.includes(state),
  propose: actor.isAdmin && state === "closing" && is_met,
  confirm:
    actor.isAdmin &&
    state === "closing" &&
    is_met &&
    proposal !== null &&
    (proposal.proposed_by !== actor.userId || proposal.is_left_to_author),
});
