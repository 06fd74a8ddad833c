import type { Transaction } from "kysely";
import type { z } from "zod";
import { commitmentMessages as messages } from "#shared/commitment-messages.ts";
import type { OwnCommitment, reconsentInputSchema } from "#shared/commitments.ts";
import { formatPence } from "#shared/pence.ts";
import { costPence, sharesFor } from "#shared/share-costs.ts";
import { requireOpenGate } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { refusedField } from "../deals/refused-field.ts";
import { whileOpen } from "../deals/while-open.ts";
import { findOwn } from "./own-commitment.ts";
import { assertAmount } from "./place-commitment.ts";
import { answerTermsChange, findOffer } from "./queries.ts";
import { tellOwner } from "./tell-owner.ts";

type Answer = z.output<typeof reconsentInputSchema>;

/**
 * One's own answer to a change of terms: leaving is never gated. @throws HttpError 403 with the gate's reason to stay, 404
 * without a commitment, 409 once it is answered or too late, 422 that names the field.
 */
export async function answerChange(caller: Caller, dealId: string, input: Answer): Promise<OwnCommitment> {
  if (input.choice === "leave")
    return caller.dependencies.asActor(caller.actor, async (tx, effects) => {
      const answered = await answer(tx, caller, dealId, {
        ...input,
        amount_pence: null,
        shares: null,
        ceiling_pence: null,
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
  const own = await findOwn(tx, caller, dealId, { isLive: true });
  if (!own) throw notFound("commitment");
  const terms = (await findOffer(tx, dealId))?.terms;
  if (!terms) throw new HttpError(409, "deal_not_open", messages.notOpen);
  if (input.terms_id !== terms.id) throw new HttpError(409, "terms_changed", messages.termsChanged);
  const isChange = input.choice === "change" && input.amount_pence !== null;
  const amount = isChange ? (input.amount_pence ?? 0) : own.ceiling_pence;
  if (isChange) assertAmount(amount, terms);
  const shares = sharesFor(terms.price, amount, terms.minimum_commitment_pence);
  const ceiling_pence = Math.max(amount, costPence(terms.price, shares));
  return answer(tx, caller, dealId, { ...input, amount_pence: isChange ? amount : null, shares, ceiling_pence });
}

interface Answering extends Answer {
  shares: number | null;
  ceiling_pence: number | null;
}

async function answer(tx: Transaction<DB>, caller: Caller, dealId: string, given: Answering): Promise<OwnCommitment> {
  const outcome = await answerTermsChange(tx, { ...given, deal_id: dealId });
  const record = await findOwn(tx, caller, dealId, { isLive: outcome !== "left" });
  if (!outcome || !record) throw notFound("commitment");
  const conflict = (message: string) => new HttpError(409, "revision_conflict", message, { record });
  if (outcome === "not_asked") throw conflict(messages.notAsked);
  if (outcome === "too_late") throw conflict(messages.tooLate);
  if (outcome === "revision_conflict") throw conflict(messages.changedMeanwhile);
  if (outcome === "deal_not_open") throw new HttpError(409, outcome, messages.notOpen);
  if (outcome === "terms_changed") throw new HttpError(409, outcome, messages.termsChanged, { record });
  if (outcome === "exceeds_ceiling")
    throw refusedField("accepts_more", messages.acceptsMore(formatPence(given.ceiling_pence ?? 0)));
  return record;
}
