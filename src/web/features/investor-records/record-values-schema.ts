import { z } from "zod";
import { investorRecordMessages as messages } from "#shared/investor-record-messages.ts";
import { investorRecordInputSchema } from "#shared/investor-records.ts";
import { toInput } from "./record-values.ts";

/** The rules of the API, for what the controls hold. */
export const recordValuesSchema = z
  .object({
    legal_name: z.string(),
    date_of_birth: z.string(),
    address: z.string(),
    country: z.string(),
    is_uk_taxpayer: z.enum(["", "yes", "no"]),
    bank_account_name: z.string(),
  })
  .superRefine((values, context) => {
    for (const { path, message } of investorRecordInputSchema.safeParse(toInput(values)).error?.issues ?? [])
      context.addIssue({
        code: "custom",
        path,
        message: message === messages.dateOfBirth ? messages.dateTyped : message,
      });
  });
