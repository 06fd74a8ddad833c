import { z } from "zod";
import { shareActionInputSchema } from "#shared/portfolio.ts";
import { splitDeskMessages as messages } from "#shared/portfolio-desk-messages.ts";
import { portfolioMessages } from "#shared/portfolio-messages.ts";
import { type SplitValues, toSplitInput } from "./split-values.ts";

const words: Record<string, string> = {
  new_shares: portfolioMessages.wholeShares,
  old_shares: portfolioMessages.wholeShares,
  effective_on: messages.dayWrong,
  source: messages.sourceWrong,
};

/** The rules of the API, for what the controls hold. */
export const splitRules = z.custom<SplitValues>().superRefine((values, context) => {
  for (const { path, message, code } of shareActionInputSchema.safeParse(toSplitInput(values)).error?.issues ?? [])
    context.addIssue({
      ...{ code: "custom", path: [...path] },
      message: code === "custom" ? message : (words[String(path[0])] ?? message),
    });
});
