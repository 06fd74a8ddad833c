import type { CommitmentState } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface CommitmentRow {
  user_id: string | null;
  state: CommitmentState;
  /** Its owner is shown deals and can commit to this one now. */
  isOpen: boolean;
  /** The owner still has time to answer a change of terms. */
  isInTime: boolean;
  /** The owner has said that they sent the money that was called. */
  hasSaidSent: boolean;
  isInGrace: boolean;
}

const withdrawableStates: readonly CommitmentState[] = ["committed", "needs_reconsent", "waiting_list"];

export const commitmentPolicy: Policy<CommitmentRow, keyof OwnCommitment["can"]> = (
  actor,
  { user_id, state, isOpen, isInTime, hasSaidSent, isInGrace },
) => {
  const isOwner = actor.isMember && actor.userId === user_id;
  return {
    change: isOwner && state === "committed" && isOpen,
    withdraw: isOwner && withdrawableStates.includes(state),
    say_sent: isOwner && (state === "called" || state === "part_paid") && isInGrace && !hasSaidSent,
    reconsent: isOwner && state === "needs_reconsent" && isInTime,
  };
};
