import { caseInState, caseOf, factsOfPage, type Sentences } from "#shared/commitments/commitment-cases.ts";
import { type CommitmentState, commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { counted } from "#shared/counted.ts";
import { withCommas } from "#shared/pence.ts";
import { percent } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const commitmentTones: Record<CommitmentState, BadgeTone> = {
  committed: "live",
  needs_reconsent: "waiting",
  waiting_list: "waiting",
  allocated: "live",
  called: "waiting",
  part_paid: "waiting",
  paid: "live",
  completed: "live",
  withdrawn: "over",
  left_on_change: "over",
  released_unpaid: "over",
  deal_cancelled: "refused",
  refunded: "over",
};

/** Of a member's own: what ended without shares is over, though it waits in the database for good. */
export const isClosedWithout = ({ state, deal_state }: Pick<OwnCommitment, "state" | "deal_state">): boolean =>
  state === "waiting_list" && (deal_state === "completed" || deal_state === "exited");

/** "Committed, 9,677 shares". */
export const commitmentWords = ({ state, shares }: Pick<OwnCommitment, "state" | "shares">): string =>
  `${commitmentStateLabels[state]}, ${counted(shares, "share")}`;

/** On the deal's page and before money is called: what the commitment is, as its notice said it. */
export function committedWords(commitment: OwnCommitment, now = serverNow()): Sentences {
  const { state, asked_shares } = commitment;
  const asked = counted(asked_shares, "share");
  if (state === "needs_reconsent") return [`Your commitment to ${asked} needs your answer`];
  if (state === "waiting_list") return [`You asked for ${asked} and are on the waiting list`];
  const facts = factsOfPage(commitment, null, null, now);
  const name = isAllocated(commitment) ? "allocated" : caseInState(facts, now);
  return caseOf(name ?? "committed").words(facts);
}

export const isAllocated = ({ state }: Pick<OwnCommitment, "state">): boolean => allocatedStates.includes(state);

const allocatedStates: readonly CommitmentState[] = ["allocated", "called", "part_paid", "paid", "completed"];

export const inThousands = (count: number): string => count.toLocaleString("en-GB");

/** Of what cannot be read, with an example that would be taken. */
export function amountLike(pence: number): string {
  const pounds = withCommas(Math.ceil(pence / 100));
  return `Please enter an amount like ${pounds} or ${pounds}.50`;
}

/** "12.5%". @param bp basis points. */
export const feePercent = (bp: number): string => percent(bp / 10_000);
