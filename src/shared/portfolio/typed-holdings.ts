import { z } from "zod";
import { costPence } from "#shared/commitments/share-costs.ts";
import { daySchema } from "#shared/day-schema.ts";
import { givenMomentSchema, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { abovePriceWords, aboveZeroWords, tooMuchWords } from "#shared/pence.ts";
import { emptyToNull, lineUpTo, textSchema } from "#shared/text.ts";
import { pastDayProblem } from "#shared/typed-days.ts";
import { firstSchemeDay } from "./tax-dates.ts";
import { typedHoldingMessages as messages } from "./typed-holdings-messages.ts";

/** Days are London days; money is whole pence; prices are decimal strings of pounds. */
const day = daySchema(messages.day);
const pence = z.int(messages.wholePence).min(0, messages.wholePence).max(100_000_000_00, tooMuchWords(100_000_000_00));
const mostShares = 1_000_000_000;
const shares = z
  .int(messages.wholeShares)
  .min(1, messages.atLeastOneShare)
  .max(mostShares, messages.tooManyShares(mostShares));
const price = z.string().regex(/^\d{1,8}(\.\d{1,6})?$/, messages.aPrice);
const line = (length: number) => lineUpTo(length).trim().min(1, messages.required);

/** Shares that one holds beside the club's, by one's own word. */
export const typedHoldingInputSchema = z
  .object({
    company_name: line(120),
    shares,
    share_class: line(120),
    price: price.refine((text) => Number(text) > 0, abovePriceWords),
    cost_pence: pence.min(1, aboveZeroWords),
    fee_pence: pence.default(0),
    scheme: z.enum(["SEIS", "EIS"]).nullable().default(null),
    issued_on: day,
    certificate_on: day.nullable().default(null),
    note: textSchema.max(2000, messages.atMost(2000)).nullish().transform(emptyToNull),
  })
  .superRefine(({ price, shares, cost_pence, scheme, issued_on, certificate_on }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const expected = costOf(price, shares);
    if (expected !== null && Math.abs(expected - cost_pence) > Math.max(roundedAway(price, shares), expected / 20))
      refuse("cost_pence", messages.notTheCost(expected));
    // The day is nearer to the slip than the scheme; whether it is to come, only the server's clock knows.
    const slip = pastDayProblem(issued_on, issued_on);
    if (slip) refuse("issued_on", slip);
    else if (scheme !== null && issued_on < firstSchemeDay) refuse("scheme", messages.schemeTooEarly);
    if (certificate_on !== null && scheme === null) refuse("certificate_on", messages.certificateNeedsScheme);
    // A value that is no day was refused at its own field.
    if (certificate_on !== null && certificate_on < issued_on && !Number.isNaN(Date.parse(issued_on)))
      refuse("certificate_on", messages.certificateBefore(issued_on));
  })
  .meta({ id: "TypedHoldingInput" });
/** Pence that shares can cost more or less where their price was rounded to its last decimal, or to the penny. */
const roundedAway = (price: string, shares: number): number =>
  (shares * 50) / 10 ** Math.max(2, (price.split(".")[1] ?? "").length);

function costOf(price: string, shares: number): number | null {
  try {
    return costPence(price, shares);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
export type TypedHoldingInput = z.output<typeof typedHoldingInputSchema>;

/** The `updated_at` that was read; without it, whatever was saved meanwhile is replaced. */
export const typedHoldingUpdateSchema = typedHoldingInputSchema
  .safeExtend({ expected_version: givenMomentSchema.nullish() })
  .meta({ id: "TypedHoldingUpdate" });
export type TypedHoldingUpdate = z.output<typeof typedHoldingUpdateSchema>;

/** Some of a company's shares, the earliest first; paid out on the same day. */
export const typedSaleInputSchema = z
  .object({ sold_on: day, shares, gross_pence: pence, costs_pence: pence.default(0) })
  .refine(({ gross_pence, costs_pence }) => costs_pence <= gross_pence, {
    path: ["costs_pence"],
    message: messages.costsTooHigh,
  })
  .meta({ id: "TypedSaleInput" });

/** "0" where nothing is left. */
export const typedPriceInputSchema = namedObject("TypedPriceInput", {
  as_of: day,
  price,
  source: lineUpTo(500).nullish().transform(emptyToNull),
});

/** What one typed of a company, to change and to remove: the oldest first. */
export const typedCompanySchema = namedObject("TypedCompany", {
  holdings: z.array(
    z.object({
      id: z.uuid(),
      shares: z.int(),
      share_class: z.string(),
      price: z.string(),
      cost_pence: z.int(),
      fee_pence: z.int(),
      scheme: z.enum(["SEIS", "EIS"]).nullable(),
      issued_on: z.string(),
      certificate_on: z.string().nullable(),
      note: z.string().nullable(),
      updated_at: momentSchema,
      /** The day of a sale that needs these shares, and goes first; null where they can be removed. */
      needed_on: z.string().nullable(),
      can: z.object({ remove: z.boolean() }),
    }),
  ),
  sales: z.array(
    z.object({
      id: z.uuid(),
      sold_on: z.string(),
      shares: z.int(),
      gross_pence: z.int(),
      costs_pence: z.int(),
    }),
  ),
  prices: z.array(z.object({ id: z.uuid(), as_of: z.string(), price: z.string(), source: z.string().nullable() })),
});
export type TypedCompany = z.infer<typeof typedCompanySchema>;
export const typedHoldingSchema = namedObject("TypedHolding", { id: z.uuid(), company_id: z.uuid() });
