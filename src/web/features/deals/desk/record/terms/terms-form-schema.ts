import { z } from "zod";
import { newTermsSchema } from "#shared/deals.ts";
import { type TermsValues, termsFieldOf, toTermsInput } from "./terms-values.ts";

/** The rules of the API, for what the controls hold. */
export const termsFormSchema = z.custom<TermsValues>().superRefine((values, context) => {
  for (const { path, message } of newTermsSchema.safeParse(toTermsInput(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: termsFieldOf(path.join(".")).split("."), message });
});
