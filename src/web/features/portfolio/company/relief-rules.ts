import { z } from "zod";
import { reliefRecordSchema } from "#shared/portfolio.ts";
import { reliefMessages as messages } from "#shared/portfolio-page-messages.ts";
import { type ReliefValues, toReliefInput } from "./relief-values.ts";

const words: Record<string, string> = { pence: messages.amountWrong, claimed_on: messages.dayWrong };

/** The rules of the API, for what the controls hold. */
export const reliefRules = z.custom<ReliefValues>().superRefine((values, context) => {
  for (const { path, message } of reliefRecordSchema.safeParse(toReliefInput(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: [...path], message: words[String(path[0])] ?? message });
});
