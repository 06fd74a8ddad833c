import { z } from "zod";
import { daySchema } from "#shared/day-schema.ts";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { announcedFields, secondPersonFields } from "#shared/people/signatories.ts";
import { lineUpTo, textSchema } from "#shared/text.ts";
import { lotOrigins, priceAgeNames, priceBases } from "./portfolio-figures.ts";
import {
  calendarKinds,
  certificateStates,
  enteredPriceBases,
  holdingStates,
  impairedPercents,
  nextKinds,
  portfolioMessages,
  reliefKinds,
} from "./portfolio-messages.ts";
import { typedCompanySchema } from "./typed-holdings.ts";

/** Days are London days, "2027-02-02"; money is whole pence; prices are decimal strings of pounds. */
const day = daySchema();
const pence = z.int();

const yearlyRateSchema = z.object({
  /** 0.135323 is 13.5% a year. */
  rate: z.number().nullable(),
  /** "price_too_old": a price is too old for a value, so that there is a range and no rate. */
  state: z.enum(["rate", "none", "under_a_year", "price_too_old", "not_meaningful"]),
  since: z.string().nullable(),
});
/** Both ends of a multiple while a price is too old for a value; null otherwise, and where there is no multiple. */
const multipleRangeSchema = z.object({ low: z.number(), high: z.number() }).nullable();
export const figuresSchema = namedObject("Figures", {
  paid_in_pence: pence,
  payments: z.int(),
  fee_pence: pence,
  cost_pence: pence,
  /** What the club bore of cost and fee, so that less was paid in. */
  borne_pence: pence,
  received_pence: pence,
  gross_received_pence: pence,
  /** The sum leaves out what has a price that is too old. */
  value_pence: pence,
  held_pence: pence,
  /** The most that is beside the value, of prices that are too old: not 0, multiples are ranges and there is no rate. */
  range_pence: pence,
  /** `null` means that nothing is paid in, or that it is a range; the others follow the same rule. */
  net_multiple: z.number().nullable(),
  net_multiple_range: multipleRangeSchema,
  net_rate: yearlyRateSchema,
  gross_multiple: z.number().nullable(),
  gross_multiple_range: multipleRangeSchema,
  gross_rate: yearlyRateSchema,
  paid_out_multiple: z.number().nullable(),
  relief_pence: pence,
  net_multiple_with_reliefs: z.number().nullable(),
  net_multiple_with_reliefs_range: multipleRangeSchema,
  net_rate_with_reliefs: yearlyRateSchema,
});

const shareRatioSchema = z.object({ new_shares: z.int(), old_shares: z.int() });
/** Since a price was given, the earliest first; none where it is of a share of the day that is shown. */
export const splitsSinceSchema = z.array(z.object({ effective_on: z.string(), ...shareRatioSchema.shape }));

export const shownPriceSchema = namedObject("ShownPrice", {
  /** The price is for a share of the day that is shown. */
  price: z.string(),
  /** As it was given, where a split since then made it another one; null otherwise. */
  price_given: z.string().nullable(),
  splits: splitsSinceSchema,
  /** Of what shares cost, the day of their issue. */
  as_of: z.string(),
  basis: z.enum(priceBases),
  /** The source is such as a filing; `null` for our own round. */
  source: z.string().nullable(),
  months: z.int(),
  age: z.enum(priceAgeNames),
});

export const portfolioLotSchema = namedObject("PortfolioLot", {
  id: z.uuid(),
  origin: z.enum(lotOrigins),
  /** `null` means that it is no round of the club's. */
  deal_id: z.uuid().nullable(),
  commitment_id: z.uuid().nullable(),
  deal_name: z.string().nullable(),
  /** The number counts shares as they were bought. */
  shares: z.int(),
  /** By splits until the day, to the shares that were held on theirs; below 0 by a consolidation. */
  shares_added: z.int(),
  /** Held on the day. */
  shares_left: z.int(),
  /** Until the day, in shares of each sale's day. */
  sales: z.array(z.object({ day: z.string(), shares: z.int() })),
  share_class: z.string(),
  price: z.string(),
  /** What that comes to for a share of the day that is shown, where a split made it another one; null otherwise. */
  price_now: z.string().nullable(),
  splits: splitsSinceSchema,
  cost_pence: pence,
  /** The cost is that of the shares that are held on the day. */
  cost_left_pence: pence,
  fee_pence: pence,
  paid_in_pence: pence,
  scheme: z.enum(["SEIS", "EIS"]).nullable(),
  issued_on: z.string(),
  wired_on: z.string(),
  value_pence: pence,
  range_pence: pence,
  /** Of the certificate for the tax return; null while it is awaited, or where none is due. */
  certificate_on: z.string().nullable(),
  /** Of the certificate's file; null where it has not come, or is none of the club's. */
  certificate_id: z.uuid().nullable(),
  certificate: z.enum(certificateStates),
  /** The club took the certificate back, and none has come since; null otherwise. */
  certificate_withdrawn_on: z.string().nullable(),
  /** `null` means that there is no scheme, or that no relief is kept. */
  relief_claim_until: z.string().nullable(),
  /** Of income tax relief, what is not recorded; 0 where none is kept. */
  relief_left_pence: pence,
  /** Sold before three years were up, so that relief on them is reduced. */
  early_shares: z.int(),
  /** Of the income tax relief that was recorded, what these sales took. */
  relief_withdrawn_pence: pence,
  three_years_on: z.string().nullable(),
});

export const portfolioCompanySchema = namedObject("PortfolioCompany", {
  company_id: z.uuid(),
  name: z.string(),
  /** "typed": one's own word, apart from the club's. */
  origin: z.enum(["club", "typed"]),
  sector: z.string().nullable(),
  one_line: z.string().nullable(),
  state: z.enum(holdingStates),
  figures: figuresSchema,
  /** The oldest of those that its shares count at. */
  price: shownPriceSchema,
  /** What a share counts at, where not all count at the same price; null otherwise. */
  price_range: z.object({ low: z.string(), high: z.string() }).nullable(),
  lots: z.array(portfolioLotSchema),
});
export type PortfolioCompany = z.infer<typeof portfolioCompanySchema>;

const ofCompany = { company_id: z.uuid(), name: z.string() };
export const calendarEntrySchema = namedObject("CalendarEntry", {
  ...ofCompany,
  lot_id: z.uuid(),
  scheme: z.enum(["SEIS", "EIS"]).nullable(),
  day: z.string(),
  kind: z.enum(calendarKinds),
  pence: pence.nullable(),
  /** A split has a ratio: so many new shares for so many old ones. */
  ratio: shareRatioSchema.optional(),
  /** Otherwise it is still open, or to come. */
  is_done: z.boolean(),
});
export const nextSchema = namedObject("Next", {
  kind: z.enum(nextKinds),
  company_id: z.uuid().nullable(),
  name: z.string().nullable(),
  commitment_id: z.uuid().nullable(),
  lot_id: z.uuid().nullable(),
  /** The entry ends with this day; "three_years" begins with it. */
  day: z.string(),
  /** Of a payment or an answer, the moment; null for what ends with its day. */
  at: momentSchema.nullable(),
  pence: pence.nullable(),
  /** Of a claim for relief: shares that it leaves out, as they were sold before three years were up. */
  early_shares: z.int(),
});

export const portfolioQuerySchema = z.object({
  /** As of this day; today without it, and never later. */
  on: day.optional(),
});
export const portfolioSchema = namedObject("Portfolio", {
  as_of: z.string(),
  figures: figuresSchema,
  /** The median is of the companies' gross multiples; `null` where it is a range. */
  median_multiple: z.number().nullable(),
  median_multiple_range: multipleRangeSchema,
  /** The oldest price that a value rests on; null without one. */
  oldest_price: z.object({ ...ofCompany, ...shownPriceSchema.shape }).nullable(),
  next: z.array(nextSchema),
  /** Those with the most value first, losses with the rest. */
  companies: z.array(portfolioCompanySchema),
  /** Paid for shares that are not issued yet: in no other figure. */
  unissued: z.array(z.object({ ...ofCompany, pence })),
  steps: z.array(z.object({ day: z.string(), paid_in_pence: pence, worth_pence: pence, range_pence: pence })),
  /** For the words above the lines, oldest first. */
  events: z.array(
    z.object({
      ...ofCompany,
      day: z.string(),
      kind: z.enum(["paid", "priced", "written_off", "sold", "paid_out"]),
      pence: pence.nullable(),
      price: z.string().nullable(),
      price_before: z.string().nullable(),
      /** What the price comes to for a share of the day that is shown, where a split made it another one; null otherwise. */
      price_now: z.string().nullable(),
      splits: splitsSinceSchema,
    }),
  ),
  calendar: z.array(calendarEntrySchema),
  sectors: z.array(z.object({ name: z.string().nullable(), cost_pence: pence })),
  years: z.array(z.object({ year: z.int(), cost_pence: pence })),
});
export type Portfolio = z.infer<typeof portfolioSchema>;

export const ownReliefSchema = namedObject("OwnRelief", {
  id: z.uuid(),
  lot_id: z.uuid(),
  kind: z.enum(reliefKinds),
  claimed_on: z.string(),
  pence,
  is_carried_back: z.boolean(),
  /** Losses alone have this day. */
  lost_on: z.string().nullable(),
});

export const ownCompanySchema = namedObject("OwnCompany", {
  as_of: z.string(),
  company: portfolioCompanySchema,
  /** The part is of all shares in issue: 0.0042 is 0.42%. `null` where that is not known. */
  part: z.object({ at_issue: z.number().nullable(), now: z.number().nullable() }),
  /** Newest first. */
  prices: z.array(
    z.object({
      as_of: z.string(),
      price: z.string(),
      /** What it comes to for a share of the day that is shown, where a split made it another one; null otherwise. */
      price_now: z.string().nullable(),
      splits: splitsSinceSchema,
      basis: z.enum(priceBases),
      source: z.string().nullable(),
      is_by_two_admins: z.boolean(),
      /** By another price of the same day, which counts instead. */
      is_replaced: z.boolean(),
      /** The id is that of the price whose document shows it; `null` means none. */
      evidence_of: z.uuid().nullable(),
    }),
  ),
  /** Splits and consolidations until the day, newest first. */
  splits: z.array(
    z.object({
      id: z.uuid(),
      effective_on: z.string(),
      share_class: z.string().nullable(),
      ...shareRatioSchema.shape,
      source: z.string(),
      is_by_two_admins: z.boolean(),
      has_evidence: z.boolean(),
      /** The sums count one's own lots together. */
      shares_before: z.int(),
      shares_after: z.int(),
    }),
  ),
  /** `null` means a company of the club's own. */
  typed: typedCompanySchema.nullable(),
  calendar: z.array(calendarEntrySchema),
  /** What may be claimed for shares that brought less than they cost, sale by sale. */
  losses: z.array(
    z.object({
      lot_id: z.uuid(),
      kind: z.enum(["sold", "written_off"]),
      day: z.string(),
      shares: z.int(),
      cost_pence: pence,
      relief_kept_pence: pence,
      usual_relief_pence: pence.nullable(),
      proceeds_pence: pence,
      /** Of what was recorded before they were sold within three years, what the sale took. */
      relief_withdrawn_pence: pence,
      loss_pence: pence,
      claim_until: z.string(),
      three_years_on: z.string().nullable(),
      /** The member recorded a claim since. */
      is_recorded: z.boolean(),
    }),
  ),
  /** As recorded, the oldest first. */
  reliefs: z.array(ownReliefSchema),
});
export type OwnCompany = z.infer<typeof ownCompanySchema>;

/** The member says that they claimed and were given this; they can remove it again. */
export const reliefRecordSchema = namedObject("ReliefRecord", {
  lot_id: z.uuid(),
  kind: z.enum(reliefKinds),
  claimed_on: day,
  pence: pence.min(1).max(100_000_000_00),
  is_carried_back: z.boolean().default(false),
  /** The day of the loss, as `losses` of the company has it; needed where a lot has more than one. */
  lost_on: day.nullable().default(null),
});

const pounds = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,6})?$/, portfolioMessages.aPrice)
  .refine((price) => Number(price) > 0, portfolioMessages.aPrice);
const source = lineUpTo(500).trim().min(1);
const entered = {
  share_class: lineUpTo(120).trim().min(1).nullable().default(null),
  as_of: day,
  /** Where the figure can be checked, such as a filing. */
  source,
  shares_in_issue: z.int().min(1).nullable().default(null),
};
/** Upwards by other people's money alone; the club's own word may only lower a price. */
export const sharePriceInputSchema = z
  .discriminatedUnion("basis", [
    z.object({
      basis: z.enum(["last_round", "offer", "club_estimate"]),
      price: pounds,
      /** That a price ten times the last one, or a tenth of it, is no slip. */
      is_far_meant: z.boolean().default(false),
      ...entered,
    }),
    z.object({ basis: z.literal("impaired"), impaired_percent: z.literal(impairedPercents), ...entered }),
    z.object({ basis: z.literal("nil"), ...entered }),
  ])
  .meta({ id: "SharePriceInput" });
export const sharePriceSchema = namedObject("SharePrice", {
  id: z.uuid(),
  company_id: z.uuid(),
  share_class: z.string().nullable(),
  as_of: z.string(),
  basis: z.enum(enteredPriceBases),
  price: z.string(),
  impaired_percent: z.int().nullable(),
  source: z.string(),
  shares_in_issue: z.int().nullable(),
  entered_at: momentSchema,
  entered_by_name: z.string().nullable(),
  confirmed_at: momentSchema.nullable(),
  /** A day later than it was confirmed, where it was announced. */
  in_effect_at: momentSchema.nullable(),
  confirmed_by_name: z.string().nullable(),
  refused_at: momentSchema.nullable(),
  refused_because: z.string().nullable(),
  /** What a share is worth on that day without it, at least; null once it is decided, and where there was no price. */
  price_before: z.string().nullable(),
  /** By another price of the same day, which counts instead. */
  is_replaced: z.boolean(),
  /** The name is that of the document that shows it; `null` means none. */
  evidence_name: z.string().nullable(),
  /** Where it raises the price: the reader or its author holds shares, and no document shows it. */
  needs_evidence: z.boolean(),
  ...secondPersonFields,
  ...announcedFields,
  can: z.object({ confirm: z.boolean(), refuse: z.boolean(), add_evidence: z.boolean() }),
});
export type ListedSharePrice = z.infer<typeof sharePriceSchema>;
export const sharePriceListSchema = listOf(sharePriceSchema).meta({ id: "SharePriceList" });
export const sharePriceRefusalSchema = namedObject("SharePriceRefusal", { reason: textSchema.trim().min(1) });
export const evidenceUploadQuerySchema = z.object({ file_name: lineUpTo(200).trim().min(1) });

/** Of one round's shares, what one is worth and since when. */
const heldRoundSchema = z.object({
  /** `null` means imported shares. */
  deal_id: z.uuid().nullable(),
  deal_name: z.string().nullable(),
  share_class: z.string(),
  price: z.string(),
  issued_on: z.string(),
  shares: z.int(),
  /** Splits added these shares; a consolidation makes it negative. */
  shares_added: z.int(),
  shares_left: z.int(),
  worth: shownPriceSchema,
});

/** A company of which members hold shares, or held some: for admins, without whose they are. */
export const heldCompanySchema = namedObject("HeldCompany", {
  id: z.uuid(),
  name: z.string(),
  sector: z.string().nullable(),
  state: z.enum(holdingStates),
  shares: z.int(),
  shares_added: z.int(),
  shares_left: z.int(),
  value_pence: pence,
  /** The most that may be beside the value, of prices that are too old. */
  range_pence: pence,
  /** The oldest that shares rest on. */
  price: shownPriceSchema,
  /** Oldest first. */
  rounds: z.array(heldRoundSchema),
  waiting_prices: z.int(),
  waiting_exits: z.int(),
  waiting_splits: z.int(),
});
export type HeldCompany = z.infer<typeof heldCompanySchema>;
/** Those whose price is oldest first; after them what is written off, then what is sold. */
export const heldCompanyListSchema = listOf(heldCompanySchema).meta({ id: "HeldCompanyList" });
export const heldCompanyDetailsSchema = heldCompanySchema
  .extend({
    as_of: z.string(),
    /** In months, of the club's setting. */
    ages: z.object({ fresh: z.int(), ageing: z.int(), stale: z.int() }),
    /** Confirmed, and of our own rounds; in the order in which they count. */
    prices: z.array(
      z.object({
        company_id: z.uuid(),
        share_class: z.string().nullable(),
        as_of: z.string(),
        basis: z.enum(priceBases),
        price: z.string(),
      }),
    ),
    /** Splits that are confirmed, oldest first. */
    actions: z.array(
      z.object({
        company_id: z.uuid(),
        share_class: z.string().nullable(),
        effective_on: z.string(),
        ...shareRatioSchema.shape,
      }),
    ),
  })
  .meta({ id: "HeldCompanyDetails" });
export type HeldCompanyDetails = z.infer<typeof heldCompanyDetailsSchema>;

const partOfRatio = z.int(portfolioMessages.wholeShares).min(1, portfolioMessages.wholeShares).max(1_000_000);
/** So many new shares for so many old ones: a split, or a consolidation. */
export const shareActionInputSchema = z
  .object({
    share_class: entered.share_class,
    new_shares: partOfRatio,
    old_shares: partOfRatio,
    /** The first day of the new shares. */
    effective_on: day,
    source,
  })
  .refine(({ new_shares, old_shares }) => new_shares !== old_shares, {
    path: ["new_shares"],
    message: portfolioMessages.sameShares,
  })
  .meta({ id: "ShareActionInput" });
export const shareActionSchema = namedObject("ShareAction", {
  id: z.uuid(),
  company_id: z.uuid(),
  /** `null` means every share class. */
  share_class: z.string().nullable(),
  ...shareRatioSchema.shape,
  effective_on: z.string(),
  source: z.string(),
  proposed_at: momentSchema,
  proposed_by_name: z.string().nullable(),
  confirmed_at: momentSchema.nullable(),
  confirmed_by_name: z.string().nullable(),
  refused_at: momentSchema.nullable(),
  refused_because: z.string().nullable(),
  /** The name is that of the document that shows it; `null` means none. */
  evidence_name: z.string().nullable(),
  /** The sums count all members together. */
  members: z.int(),
  shares_before: z.int(),
  shares_after: z.int(),
  /** The shares of these members do not divide, so that they have a part of a share more or less than the ratio gives. */
  rounded_members: z.int(),
  ...secondPersonFields,
  can: z.object({ confirm: z.boolean(), refuse: z.boolean(), add_evidence: z.boolean() }),
});
export type ListedShareAction = z.infer<typeof shareActionSchema>;
/** Newest first. */
export const shareActionListSchema = listOf(shareActionSchema).meta({ id: "ShareActionList" });
export const shareActionLotSchema = namedObject("ShareActionLot", {
  id: z.uuid(),
  /** `null` means that the account is gone. */
  full_name: z.string().nullable(),
  deal_name: z.string().nullable(),
  share_class: z.string(),
  issued_on: z.string(),
  shares_before: z.int(),
  shares_after: z.int(),
  is_rounded: z.boolean(),
});
export type ShareActionLot = z.infer<typeof shareActionLotSchema>;
/** Lot by lot; those that are rounded first. */
export const shareActionLotListSchema = listOf(shareActionLotSchema).meta({ id: "ShareActionLotList" });
