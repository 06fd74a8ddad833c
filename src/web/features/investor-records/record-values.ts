import { z } from "zod";
import { investorRecordMessages as messages } from "#shared/investor-records/investor-record-messages.ts";
import {
  type InvestorRecord,
  investorRecordInputSchema,
  isUnder18,
} from "#shared/investor-records/investor-records.ts";
import { londonDate } from "#shared/london-time.ts";
import { optionalText, typedAs } from "#web/lib/form-codecs.ts";
import { serverNow } from "#web/lib/server-time.ts";

const fields = z.object({
  legal_name: optionalText,
  date_of_birth: z.codec(z.string(), z.string().nullable(), {
    decode: (typed) => typed || null,
    encode: (day) => day ?? "",
  }),
  address: optionalText,
  country: optionalText,
  is_uk_taxpayer: z.codec(z.enum(["", "yes", "no"]), z.boolean().nullable(), {
    decode: (typed) => (typed === "" ? null : typed === "yes"),
    encode: (is) => (is === null ? "" : is ? "yes" : "no"),
  }),
  bank_account_name: optionalText,
});

/** The form's controls hold these; empty for what is not known yet. */
export type RecordValues = z.input<typeof fields>;

export const toFormValues = (record: InvestorRecord): RecordValues => z.encode(fields, record);

/** A day to come is left to its own rule, which says what is wrong. */
const isOldEnough = ({ date_of_birth: born }: { date_of_birth: string | null }) => {
  const today = londonDate(serverNow());
  return born === null || born >= today || !isUnder18(born, today);
};

export const recordSchema = typedAs(
  fields,
  investorRecordInputSchema.refine(isOldEnough, { path: ["date_of_birth"], message: messages.tooYoung }),
  {
    date_of_birth: () => messages.dateTyped,
  },
);
