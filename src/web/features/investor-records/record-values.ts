import { z } from "zod";
import { investorRecordMessages as messages } from "#shared/investor-records/investor-record-messages.ts";
import {
  type InvestorRecord,
  investorRecordInputSchema,
  isUnder18,
} from "#shared/investor-records/investor-records.ts";
import { londonDate } from "#shared/london-time.ts";
import { readDay } from "#shared/tables/read-day.ts";
import { optionalText, typedAs } from "#web/lib/form-codecs.ts";

/** Takes 27/3/1980, 27.03.1980, 27031980, 27 March 1980 and what a browser fills in, 1980-03-27. Anything else stays as typed. */
export function typedDay(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const parts = /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!parts) return (/\p{L}.*\d{4}$|^\d{4}.*\p{L}/u.test(text) && readDay(text)) || text;
  const [, day = "", month = "", year = ""] = parts;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const fields = z.object({
  legal_name: optionalText,
  date_of_birth: z.codec(z.string(), z.string().nullable(), {
    decode: typedDay,
    encode: (day) => day?.split("-").reverse().join("/") ?? "",
  }),
  address: optionalText,
  country: optionalText,
  is_uk_taxpayer: z.codec(z.enum(["", "yes", "no"]), z.boolean().nullable(), {
    decode: (typed) => (typed === "" ? null : typed === "yes"),
    encode: (is) => (is === null ? "" : is ? "yes" : "no"),
  }),
  bank_account_name: optionalText,
});

/** What the form's controls hold; empty for what is not known yet. */
export type RecordValues = z.input<typeof fields>;

export const toFormValues = (record: InvestorRecord): RecordValues => z.encode(fields, record);

/** Of a day to come its own rule says what is wrong. */
const isOldEnough = ({ date_of_birth: born }: { date_of_birth: string | null }) => {
  const today = londonDate(new Date());
  return born === null || born >= today || !isUnder18(born, today);
};

export const recordSchema = typedAs(
  fields,
  investorRecordInputSchema.refine(isOldEnough, { path: ["date_of_birth"], message: messages.tooYoung }),
  {
    date_of_birth: (day) =>
      /^\d{4}-\d{2}-\d{2}$/.test(String(day)) ? "There is no such day in the calendar" : messages.dateTyped,
  },
);
