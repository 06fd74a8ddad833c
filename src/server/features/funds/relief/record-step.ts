import type { z } from "zod";
import type { reliefStepInputSchema } from "#shared/funds-relief.ts";
import { reliefMessages as messages } from "#shared/funds-relief-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import type { Caller } from "../../../context.ts";
import { HttpError, notFound, refusedField } from "../../../platform/http/http-error.ts";
import { readRelief, recordStep } from "./relief-queries.ts";

/** @throws HttpError 409 before completion or without anybody due relief, 422 for the day. */
export const recordOne = (
  { dependencies, actor }: Caller,
  dealId: string,
  input: z.output<typeof reliefStepInputSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const recorded = await recordStep(tx, dealId, input);
    if (!recorded) throw notFound("deal");
    switch (recorded.outcome) {
      case "not_completed":
        throw new HttpError(409, "deal_not_open", messages.notCompleted);
      case "no_scheme":
        throw new HttpError(409, "deal_not_open", messages.noScheme);
      case "no_step_before":
        throw refusedField("step", messages.stepBefore);
      case "in_future":
        throw refusedField("happened_on", messages.inFuture);
      case "too_early":
        throw refusedField("happened_on", messages.tooEarly(formatDay(recorded.day)));
      case "too_late":
        throw refusedField("happened_on", messages.tooLate(formatDay(recorded.day)));
      default:
        effects.audit("relief_step_recorded", dealId, { ...input });
        return readRelief(tx, actor, dealId, dependencies.now());
    }
  });
