import { type CommitmentTick, commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import type { CommitmentInput, CommitmentOffer, OwnCommitment } from "#shared/commitments/commitments.ts";
import { isBlank, orNaN, readPounds, readShares } from "#shared/typed-numbers.ts";

type Ticks = Record<CommitmentTick, boolean>;

/** What the controls hold. */
export interface CommitValues {
  amount: string;
  /** Empty for the smallest commitment. */
  least_shares: string;
  /** Null once the question was left without an answer, as React Hook Form reads radios of which none is checked. */
  wants_relief: "" | "yes" | "no" | null;
  ticks: Ticks;
  /** What the ticks were set for. */
  ticked_for: TickedFor;
  signature: string;
}

interface TickedFor {
  terms_id: string;
  due_pence: number;
  shares: number;
}

const noTicks = Object.fromEntries(commitmentTicks.map((tick) => [tick, false])) as Ticks;

/** Nothing is ticked beforehand; of a commitment that is changed, what was asked for stays. */
export const startValues = (
  amount: string,
  ticked_for: TickedFor,
  minimumShares: number,
  commitment: OwnCommitment | null,
): CommitValues => ({
  amount,
  least_shares: String(commitment?.least_shares ?? minimumShares),
  wants_relief: typeof commitment?.wants_relief === "boolean" ? (commitment.wants_relief ? "yes" : "no") : "",
  ticks: noTicks,
  ticked_for,
  signature: "",
});

/** Other terms have to be read again; another sum changes what two of the ticks say. */
export function ticksFor(ticks: Ticks, before: TickedFor, now: TickedFor): Ticks {
  if (before.terms_id !== now.terms_id) return noTicks;
  return {
    ...ticks,
    loss: ticks.loss && before.due_pence === now.due_pence,
    instruction: ticks.instruction && before.due_pence === now.due_pence && before.shares === now.shares,
  };
}

/** What cannot be read becomes a value that the schema refuses at its field. */
export const toCommitmentInput = (
  { amount, least_shares, wants_relief, ticks, signature }: CommitValues,
  { terms, commitment }: Pick<CommitmentOffer, "terms" | "commitment">,
): CommitmentInput => ({
  amount_pence: orNaN(readPounds(amount)),
  least_shares: isBlank(least_shares) ? null : orNaN(readShares(least_shares)),
  wants_relief: terms.scheme === "none" ? null : toBoolean(wants_relief),
  ticks: ticks as CommitmentInput["ticks"],
  signature,
  terms_id: terms.id,
  expected_version: commitment?.updated_at ?? null,
});

/** Undefined, which the schema refuses, until it is answered. */
const toBoolean = (typed: CommitValues["wants_relief"]) => (typed ? typed === "yes" : (undefined as never));

export const commitFieldOf = (path: string): string => (path === "amount_pence" ? "amount" : path);
