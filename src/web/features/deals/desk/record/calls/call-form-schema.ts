import { z } from "zod";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import { callInputSchema } from "#shared/deals/deal-calls.ts";
import { type CallValues, callFieldOf, toCallInput } from "./call-values.ts";

/** The rules of the API, for what the controls hold. */
export const callFormSchema = z.custom<CallValues>().superRefine((values, context) => {
  const issues = callInputSchema.safeParse(toCallInput(values)).error?.issues ?? [];
  const isDateMissing = values.date === "";
  if (isDateMissing) context.addIssue({ code: "custom", path: ["date"], message: dealCallMessages.required });
  for (const { path, message } of issues) {
    const field = callFieldOf(path.join("."));
    const isTime = field === "from" || field === "to";
    if (isTime && isDateMissing && values[field] !== "") continue;
    context.addIssue({ code: "custom", path: [field], message });
  }
});
