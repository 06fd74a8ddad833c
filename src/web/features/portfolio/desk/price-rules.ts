import { z } from "zod";
import { sharePriceInputSchema } from "#shared/portfolio.ts";
import { priceDeskMessages as messages } from "#shared/portfolio-desk-messages.ts";
import { type PriceValues, toPriceInput } from "./price-values.ts";

const words: Record<string, string> = {
  as_of: messages.dayWrong,
  source: messages.sourceWrong,
  shares_in_issue: messages.inIssueWrong,
};

/** The rules of the API, for what the controls hold. */
export const priceRules = z.custom<PriceValues>().superRefine((values, context) => {
  for (const { path, message } of sharePriceInputSchema.safeParse(toPriceInput(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: [...path], message: words[String(path[0])] ?? message });
});
