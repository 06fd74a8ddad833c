import { type CommitmentState, commitmentStateLabels, endedStates } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { myInvestmentsMessages } from "#shared/commitments/own-commitment-messages.ts";
import { isClosedWithout } from "../commitment-words.ts";

const { step } = myInvestmentsMessages;

interface Step {
  label: string;
  phase: "done" | "now" | "ahead";
}

/** The step of each state. */
const places: Partial<Record<CommitmentState, number>> = {
  committed: 0,
  needs_reconsent: 1,
  waiting_list: 2,
  allocated: 2,
  called: 3,
  part_paid: 3,
  paid: 4,
  completed: 5,
};

/** How far a commitment is: new terms only where somebody was asked, and what has ended goes no further. */
export function stepsOf({
  state,
  deal_state,
  history,
}: Pick<OwnCommitment, "state" | "deal_state" | "history">): Step[] {
  const kinds = history.map(({ kind }) => kind);
  const wasAsked = kinds.includes("asked_again");
  const labels = [
    step.committed,
    state === "needs_reconsent" ? "New terms" : "Kept, new terms",
    state === "waiting_list" ? "Waiting list" : "Allocated",
    "Called",
    "Paid",
    "Shares",
  ];
  const isClosed = isClosedWithout({ state, deal_state });
  if (isClosed || endedStates.includes(state)) {
    return [
      { label: step.committed, phase: "done" },
      { label: isClosed ? myInvestmentsMessages.noShares : commitmentStateLabels[state], phase: "now" },
    ];
  }
  // With the new terms kept, that is the current step.
  const place = state === "committed" && wasAsked ? 1 : (places[state] ?? 0);
  const isComplete = state === "completed";
  return labels.flatMap((label, index): Step[] => {
    if (index === 1 && !wasAsked && state !== "needs_reconsent") return [];
    const phase = isComplete || index < place ? "done" : index === place ? "now" : "ahead";
    return [{ label, phase }];
  });
}
