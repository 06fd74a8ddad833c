import { z } from "zod";
import { investorRecordMessages as messages } from "#shared/investor-records/investor-record-messages.ts";
import { investorRecordInputSchema, isUnder18 } from "#shared/investor-records/investor-records.ts";
import { londonDate } from "#shared/london-time.ts";
import { toInput, typedDay } from "./record-values.ts";

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
    const { data, error } = investorRecordInputSchema.safeParse(toInput(values));
    if (data?.date_of_birth && isUnder18(data.date_of_birth, londonDate(new Date())))
      context.addIssue({ code: "custom", path: ["date_of_birth"], message: messages.tooYoung });
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({
        code: "custom",
        path,
        message: message === messages.dateOfBirth ? unreadableDay(values.date_of_birth) : message,
      });
  });

const unreadableDay = (typed: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(typedDay(typed) ?? "") ? "There is no such day in the calendar" : messages.dateTyped;
