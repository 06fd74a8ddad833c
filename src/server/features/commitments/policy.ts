import type { CommitmentState } from "#shared/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface CommitmentRow {
  state: CommitmentState;
  /** Its owner is shown deals, and nothing stands in the way of committing to this one. */
  isOpen: boolean;
  /** To answer a change of terms. */
  isInTime: boolean;
}

const withdrawableStates: readonly CommitmentState[] = ["committed", "needs_reconsent", "waiting_list"];

/** Of its owner: nobody else is given it. */
export const commitmentPolicy: Policy<CommitmentRow, keyof OwnCommitment["can"]> = (
  actor,
  { state, isOpen, isInTime },
) => ({
  change: actor.isMember && state === "committed" && isOpen,
  withdraw: actor.isMember && withdrawableStates.includes(state),
  reconsent: actor.isMember && state === "needs_reconsent" && isInTime,
});
