import type { Transaction } from "kysely";
import type { z } from "zod";
import type { OwnCommitment, reconsentInputSchema } from "#shared/commitments/commitments.ts";
import { amountForShares, sharesFor } from "#shared/commitments/share-costs.ts";
import { requireOpenGate } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { whileOpen } from "../deals/while-open.ts";
import { findOwn, keptLeast, withPresent } from "./own-commitment.ts";
import { answerTermsChange, findOwnOfDeal } from "./queries.ts";
import { tellOwner } from "./tell-owner.ts";

type Answer = z.output<typeof reconsentInputSchema>;

/**
 * One's own answer to a change of terms: leaving is never gated. @throws HttpError 403 with the gate's reason to stay, 404
 * without a commitment, 409 once it is answered or too late, 422 that names the field.
 */
export const answerChange = (caller: Caller, dealId: string, input: Answer): Promise<OwnCommitment> =>
  withPresent(caller, dealId, ["not_asked_again", "answer_too_late", "commitment_changed", "terms_changed"], () =>
    answerOne(caller, dealId, input),
  );

async function answerOne(caller: Caller, dealId: string, input: Answer): Promise<OwnCommitment> {
  if (input.choice === "leave")
    return caller.dependencies.asActor(caller.actor, async (tx, effects) => {
      const answered = await answer(tx, caller, dealId, {
        ...input,
        amount_pence: null,
        shares: null,
        ceiling_pence: null,
        least_shares: null,
      });
      await tell(tx, effects, caller, dealId, input, answered);
      return answered;
    });
  await requireOpenGate(caller);
  return whileOpen(caller, async (tx, effects) => {
    const answered = await stay(tx, caller, dealId, input);
    await tell(tx, effects, caller, dealId, input, answered);
    return answered;
  });
}

async function tell(
  tx: Transaction<DB>,
  effects: Effects,
  { actor: { userId } }: Caller,
  dealId: string,
  { choice }: Answer,
  { id: commitmentId, number }: OwnCommitment,
): Promise<void> {
  effects.audit("terms_change_answered", dealId, { answer: choice, number });
  const kind = choice === "leave" ? "commitment_withdrawn" : "commitment_changed";
  await tellOwner(tx, effects, { userId, commitmentId, kind });
}

async function stay(tx: Transaction<DB>, caller: Caller, dealId: string, input: Answer): Promise<OwnCommitment> {
  const own = await findOwnOfDeal(tx, dealId, { isLive: true });
  if (!own) throw notFound("commitment");
  const { new_price: price, new_minimum_pence: minimum } = own;
  const amount_pence = input.choice === "change" ? input.amount_pence : null;
  const amount = amount_pence ?? own.ceiling_pence;
  const shares = sharesFor(price, amount, minimum);
  const ceiling_pence = Math.max(amount, amountForShares(price, shares));
  const least_shares = keptLeast(own, shares);
  return answer(tx, caller, dealId, { ...input, amount_pence, shares, ceiling_pence, least_shares });
}

interface Answering extends Answer {
  shares: number | null;
  ceiling_pence: number | null;
  least_shares: number | null;
}

async function answer(tx: Transaction<DB>, caller: Caller, dealId: string, given: Answering): Promise<OwnCommitment> {
  const answered = await answerTermsChange(tx, { ...given, deal_id: dealId });
  const own = await findOwn(tx, caller, dealId, { isLive: answered !== "left" });
  if (!own) throw notFound("commitment");
  return own;
}
