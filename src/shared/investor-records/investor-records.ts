import { z } from "zod";
import { givenMomentSchema, listOf, momentSchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { namedObject } from "#shared/named-object.ts";
import { emptyToNull, nameSchema, textSchema } from "#shared/text.ts";
import { countryName } from "./countries.ts";
import { investorRecordFields, investorRecordMessages as messages } from "./investor-record-messages.ts";

const optionalName = nameSchema.nullable().transform(emptyToNull);

const dateOfBirthSchema = z.iso
  .date({ error: messages.dateOfBirth, abort: true })
  .refine((day) => day >= "1900-01-01", messages.dateTooEarly)
  .refine((day) => day < londonDate(new Date()), messages.dateAhead);

/** The database counts in the same way: somebody born on 29 February is 18 on 1 March. @param today a London day. */
export const isUnder18 = (born: string, today: string): boolean =>
  born > `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;

const countrySchema = z.string().refine((code) => countryName(code) !== undefined, messages.country);

/** A field that is not known yet is `null`; a statement needs all of them. */
export const investorRecordInputSchema = namedObject("InvestorRecordInput", {
  legal_name: optionalName,
  date_of_birth: dateOfBirthSchema.nullable(),
  address: textSchema.nullable().transform(emptyToNull),
  /** ISO 3166-1 alpha-2. */
  country: countrySchema.nullable(),
  is_uk_taxpayer: z.boolean().nullable(),
  /** Money comes from this account. */
  bank_account_name: optionalName,
});
export type InvestorRecordInput = z.input<typeof investorRecordInputSchema>;

const investorRecordSchema = z.object({
  legal_name: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  is_uk_taxpayer: z.boolean().nullable(),
  bank_account_name: z.string().nullable(),
});
export type InvestorRecord = z.infer<typeof investorRecordSchema>;

/** The `updated_at` that was read, null where there was no record; without it, whatever was saved meanwhile is replaced. */
export const investorRecordUpdateSchema = investorRecordInputSchema
  .extend({ expected_version: givenMomentSchema.nullish() })
  .meta({ id: "InvestorRecordUpdate" });

export const ownInvestorRecordSchema = namedObject("OwnInvestorRecord", {
  /** It is `null` before it was saved once. */
  updated_at: momentSchema.nullable(),
  record: investorRecordSchema,
  is_complete: z.boolean(),
  missing: z.array(z.enum(investorRecordFields)),
  /** Where the account is deleted now, until when the record is kept sealed; null where it is deleted too. */
  retain_until: z.string().nullable(),
  /** By admins, latest first. */
  openings: z.array(
    z.object({
      id: z.uuid(),
      created_at: momentSchema,
      reason: z.string(),
      /** It is `null` for somebody who has left. */
      opened_by_name: z.string().nullable(),
    }),
  ),
  can: z.object({ save: z.boolean() }),
});
export type OwnInvestorRecord = z.infer<typeof ownInvestorRecordSchema>;

const listedInvestorRecordSchema = z.object({
  id: z.uuid(),
  created_at: momentSchema,
  /** These three are null once it is sealed. */
  user_id: z.uuid().nullable(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  is_complete: z.boolean(),
  sealed_at: momentSchema.nullable(),
  /** London day on which a sealed one is erased. */
  retain_until: z.string().nullable(),
  can: z.object({ open: z.boolean() }),
});
export type ListedInvestorRecord = z.infer<typeof listedInvestorRecordSchema>;
export const investorRecordListSchema = listOf(listedInvestorRecordSchema).meta({ id: "InvestorRecordList" });

export const openedInvestorRecordSchema = investorRecordSchema
  .extend({ id: z.uuid() })
  .meta({ id: "OpenedInvestorRecord" });
export type OpenedInvestorRecord = z.infer<typeof openedInvestorRecordSchema>;
