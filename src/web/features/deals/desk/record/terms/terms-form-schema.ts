import { z } from "zod";
import { dealMessages as messages } from "#shared/deals/deal-messages.ts";
import { isBelowLeast, type NumberedTerms, newTermsSchema } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { type TermsValues, termsFieldOf, toTermsInput } from "./terms-values.ts";

/** The rules of the API, for what the controls hold. @param leastPence that the club takes. */
export const termsFormSchema = (leastPence: number, newest: NumberedTerms | undefined) =>
  z.custom<TermsValues>().superRefine((values, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: termsFieldOf(path).split("."), message });
    const input = toTermsInput(values);
    const issues = newTermsSchema.safeParse(input).error?.issues ?? [];
    for (const { path, message } of issues) refuse(path.join("."), message);
    const isRefused = issues.some(({ path }) => path[0] === "minimum_commitment_pence");
    if (!isRefused && isBelowLeast(input, leastPence, newest))
      refuse("minimum_commitment_pence", messages.commitmentBelowLeast(formatPounds(leastPence)));
  });
