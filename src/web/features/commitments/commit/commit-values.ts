import { type CommitmentTick, commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import type { CommitmentInput, CommitmentOffer } from "#shared/commitments/commitments.ts";
import { isBlank, orNaN, readPounds, readShares } from "#shared/typed-numbers.ts";

type Ticks = Record<CommitmentTick, boolean>;

export interface CommitValues {
  amount: string;
  /** A blank value means the smallest commitment. */
  least_shares: string;
  /** `null` means that the question was left without an answer, as React Hook Form reads radios of which none is checked. */
  wants_relief: "" | "yes" | "no" | null;
  ticks: Ticks;
  ticked_for: TickedFor;
  signature: string;
}

interface TickedFor {
  terms_id: string;
  due_pence: number;
  shares: number;
}

const noTicks = Object.fromEntries(commitmentTicks.map((tick) => [tick, false])) as Ticks;

/**
 * Nothing is ticked beforehand; of a commitment that is changed, what was asked for stays. Relief is for people who pay
 * tax in the UK, and the investor record says whether the reader does.
 */
export const startValues = (
  amount: string,
  ticked_for: TickedFor,
  {
    minimum_shares,
    is_uk_taxpayer,
    commitment,
  }: Pick<CommitmentOffer, "minimum_shares" | "is_uk_taxpayer" | "commitment">,
): CommitValues => ({
  amount,
  least_shares: String(commitment?.least_shares ?? minimum_shares),
  wants_relief: yesOrNo(commitment?.wants_relief ?? is_uk_taxpayer),
  ticks: noTicks,
  ticked_for,
  signature: "",
});

const yesOrNo = (answer: boolean | null) => (answer === null ? "" : answer ? "yes" : "no");

/** Returns no ticks where the terms are others: they have to be read again. Another sum changes what two of the ticks say. */
export function ticksFor(ticks: Ticks, before: TickedFor, now: TickedFor): Ticks {
  if (before.terms_id !== now.terms_id) return noTicks;
  return {
    ...ticks,
    loss: ticks.loss && before.due_pence === now.due_pence,
    instruction: ticks.instruction && before.due_pence === now.due_pence && before.shares === now.shares,
  };
}

/** A value that cannot be read becomes one that the schema refuses at its field. */
export const toCommitmentInput = (
  { amount, least_shares, wants_relief, ticks, ticked_for, signature }: CommitValues,
  { terms, commitment }: Pick<CommitmentOffer, "terms" | "commitment">,
): CommitmentInput => ({
  amount_pence: orNaN(readPounds(amount)),
  least_shares: isBlank(least_shares) ? null : orNaN(readShares(least_shares)),
  wants_relief: terms.scheme === "none" ? null : toBoolean(wants_relief),
  ticks: ticks as CommitmentInput["ticks"],
  signature,
  terms_id: terms.id,
  due_pence: ticked_for.due_pence,
  expected_version: commitment?.updated_at ?? null,
});

/** Returns undefined, which the schema refuses, until it is answered. */
const toBoolean = (typed: CommitValues["wants_relief"]) => (typed ? typed === "yes" : (undefined as never));

export const commitFieldOf = (path: string): string => (path === "amount_pence" ? "amount" : path);
