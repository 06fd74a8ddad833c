import { sql } from "kysely";
import type { z } from "zod";
import type { reliefStepInputSchema } from "#shared/funds/funds-relief.ts";
import type { RecordedReliefStep } from "#shared/funds/funds-relief-messages.ts";
import type { Caller } from "../../../context.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { readRelief } from "./relief-queries.ts";

/** @throws HttpError 409 before completion or without anybody due relief, 422 for the day. */
export const recordOne = (
  { dependencies, actor }: Caller,
  dealId: string,
  input: z.output<typeof reliefStepInputSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const step: RecordedReliefStep = input.step;
    const uir = "uir" in input ? input.uir : null;
    await runCommand(tx, sql`record_relief_step(${dealId}, ${step}, ${input.happened_on}, ${uir})`, "deal");
    effects.audit("relief_step_recorded", dealId, { ...input });
    return readRelief(tx, actor, dealId, dependencies.now());
  });
