import { z } from "zod";
import { panelMemberSchema } from "#shared/acts/acts.ts";
import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { companyNumberSchema } from "#shared/company-number.ts";
import { givenMomentSchema, listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { namedObject } from "#shared/named-object.ts";
import { abovePriceWords, aboveZeroWords, tooMuchWords } from "#shared/pence.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { readDay } from "#shared/tables/read-day.ts";
import {
  emailSchema,
  emptyToNull,
  invalidEmailMessage,
  lineSchema,
  lineUpTo,
  nameSchema,
  textSchema,
  webAddressSchema,
} from "#shared/text.ts";
import { closingOf } from "./closing.ts";
import {
  allocationMethods,
  assurances,
  blockedWordIn,
  checklistItems,
  dealFilters,
  dealSchemes,
  dealStates,
  demandBands,
  instruments,
  interestLevels,
  dealMessages as messages,
  namesLoan,
  termsWarnings,
} from "./deal-messages.ts";
import { frozenAnswerSchema } from "./deal-questions.ts";
import { frozenDocumentSchema } from "./deal-room.ts";

const line = lineSchema.trim().min(1, messages.required);
const personNameSchema = nameSchema.min(1, messages.required);
const paragraph = textSchema.trim().min(1, messages.required).max(5000, messages.atMost(5000));
const optionalLine = lineSchema.nullish().transform(emptyToNull);
const optionalText = textSchema.max(5000, messages.atMost(5000)).nullish().transform(emptyToNull);
const pence = z.int(messages.wholePence).min(1, aboveZeroWords).max(1_000_000_000_00, tooMuchWords(1_000_000_000_00));
const penceOrNone = z
  .int(messages.wholePence)
  .min(0, messages.wholePence)
  .max(1_000_000_000_00, tooMuchWords(1_000_000_000_00));
const percent = z.int(messages.percent).min(0, messages.percent).max(100, messages.percent);
/** PostgreSQL has no year 0. */
const sinceYear1000 = /^(?![03-9]\d{3}-)/;
const day = z.iso.date(messages.date).regex(sinceYear1000, messages.date);
const optionalDay = z
  .union([day, z.literal("")], messages.date)
  .nullish()
  .transform((value) => value || null);
const moment = z.iso
  .datetime(messages.moment)
  .regex(sinceYear1000, messages.moment)
  .transform((text) => new Date(text).toISOString());
/** The `updated_at` that was read serves optimistic locking. */
const version = givenMomentSchema;

/** Pounds with up to six decimals, as text: money is never a float. */
export const priceSchema = z
  .string()
  .trim()
  .regex(/^\d{1,8}(\.\d{1,6})?$/, messages.price)
  .refine((text) => !/^[0.]+$/.test(text), abovePriceWords);

const contactSchema = z.object({
  name: personNameSchema,
  role: optionalLine,
  email: z
    .union([emailSchema, z.literal("")], invalidEmailMessage)
    .nullish()
    .transform((email) => email || null),
  phone: optionalLine,
});

/** Extend these, and check the number of what comes of it: zod extends no object that has checks. */
export const companyFields = namedObject("CompanyFields", {
  name: line.max(120, messages.atMost(120)),
  company_number: optionalLine,
  website: webAddressSchema
    .transform((url) => url || null)
    .nullish()
    .transform((url) => url ?? null),
  sector: optionalLine,
  /** What it does, in one line. */
  one_line: optionalLine,
  place: optionalLine,
  founded_year: z
    .int()
    .min(1600, messages.date)
    .max(2200, messages.date)
    .nullish()
    .transform((year) => year ?? null),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, messages.country)
    .default("GB"),
  founders: z.array(contactSchema).max(12).default([]),
});

type NumberedCompany = Pick<z.output<typeof companyFields>, "country" | "company_number">;
type NumberedShape = Pick<typeof companyFields.shape, "country" | "company_number">;

/** Companies abroad have numbers of other forms. */
export const withCompanyNumber = <Shape extends NumberedShape>(fields: z.ZodObject<Shape>) =>
  fields
    .overwrite((company) => {
      const { country, company_number } = company as unknown as NumberedCompany;
      const { data = company_number } = country === "GB" ? companyNumberSchema.safeParse(company_number) : {};
      return { ...company, company_number: data };
    })
    .superRefine((company, context) => {
      const { country, company_number } = company as unknown as NumberedCompany;
      if (country !== "GB" || company_number === null) return;
      for (const { message } of companyNumberSchema.safeParse(company_number).error?.issues ?? [])
        context.addIssue({ code: "custom", path: ["company_number"], message });
    });

export const companyInputSchema = withCompanyNumber(companyFields).meta({ id: "CompanyInput" });

export const companySchema = namedObject("Company", {
  id: z.uuid(),
  created_at: momentSchema,
  updated_at: momentSchema,
  name: z.string(),
  company_number: z.string().nullable(),
  website: z.string().nullable(),
  sector: z.string().nullable(),
  one_line: z.string().nullable(),
  place: z.string().nullable(),
  founded_year: z.int().nullable(),
  country: z.string(),
  logo: z.object({ file_id: z.uuid(), sha256: z.string() }).nullable(),
  founders: z.array(
    z.object({
      name: z.string(),
      role: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  ),
});
export type Company = z.infer<typeof companySchema>;
export const listedCompanySchema = companySchema
  .extend({
    /** Latest first. */
    deals: z.array(z.object({ id: z.uuid(), name: z.string(), state: z.enum(dealStates) })),
  })
  .meta({ id: "ListedCompany" });
export type ListedCompany = z.infer<typeof listedCompanySchema>;
export const companyListSchema = listOf(listedCompanySchema).meta({ id: "CompanyList" });
export const companyQuerySchema = pageQuerySchema.extend({ q: z.string().max(100).optional() });
export const companyUpdateSchema = withCompanyNumber(companyFields.extend({ expected_version: version })).meta({
  id: "CompanyChange",
});

/** "31/2/2026" or "31 Feb 2026": three parts, whether the calendar has that day or not. */
const isDayInParts = (text: string): boolean =>
  /^(?:\d{1,4}[\s/.-]+\d{1,2}|\d{1,2}[\s-]+[a-z]{3,9})[\s/.-]+\d{1,4}$/i.test(text.trim());

/** "3/5/26" as "3 May 2026"; "March 2026" and "Q1 2026" stay. */
const asOf = line
  .overwrite((text) => {
    const day = /^[\d\s/.-]+$/.test(text) ? readDay(text) : undefined;
    return day === undefined ? text : formatDay(day);
  })
  .refine((text) => !isDayInParts(text) || readDay(text) !== undefined, messages.asOf)
  .refine((text) => /\b(?:19|20)\d\d\b/.test(text), messages.asOf);

const pointSchema = lineUpTo(600).trim().min(1, messages.required);

/** What an admin writes about a deal, besides its terms. */
export const dealPageInputSchema = namedObject("DealPageInput", {
  why_we_like_it: z.array(pointSchema).max(12),
  what_would_make_it_fail: z.array(pointSchema).max(12),
  team: z.array(z.object({ name: personNameSchema, history: paragraph.max(1000, messages.atMost(1000)) })).max(20),
  traction: z.array(z.object({ what: line, figure: line, as_of: asOf, source: line })).max(30),
  /** On the scheme and its relief, beside what the terms say. */
  scheme_note: optionalText,
});
export type DealPage = z.output<typeof dealPageInputSchema>;
export const emptyDealPage: DealPage = {
  why_we_like_it: [],
  what_would_make_it_fail: [],
  team: [],
  traction: [],
  scheme_note: null,
};

const termsFields = z.object({
  scheme: z.enum(dealSchemes),
  instrument: z.enum(instruments),
  /** Such as "Ordinary shares, one vote each". */
  share_class: line,
  rights: paragraph,
  price: priceSchema,
  pre_money_pence: pence,
  round_total_pence: pence,
  club_minimum_pence: pence,
  club_maximum_pence: pence,
  minimum_commitment_pence: pence,
  assurance: z.enum(assurances),
  assurance_on: optionalDay,
  /** Ever, before this round, under SEIS. */
  seis_raised_pence: penceOrNone,
  /** Ever, before this round, under all venture capital schemes. */
  schemes_raised_pence: penceOrNone,
  /** In the 12 months before this round, under all venture capital schemes. */
  schemes_raised_year_pence: penceOrNone,
  use_of_funds: z
    .array(z.object({ what: line, percent }))
    .min(1, messages.required)
    .max(20),
  other_investors: paragraph,
  club_invests: paragraph,
  conflicts: paragraph,
  /** Who holds the shares, and how. */
  vehicle: paragraph,
  risks: z.array(pointSchema).min(5, messages.atLeast(5, "risks")).max(30),
  allocation_method: z.enum(allocationMethods),
  priority_share_percent: percent,
  priority_tiers: z.array(z.enum(tiers)).max(3),
  opens_at: moment,
  priority_until: moment,
  closes_at: moment,
  completion_expected_on: day,
});

type TermsName = keyof typeof termsFields.shape;

/** Checks several fields together. A rule counts as soon as its own fields can be read, so that all faults are told at once. */
function checkTerms(terms: z.output<typeof termsFields>, context: z.RefinementCtx): void {
  const unread = new Set(context.issues.map(({ path }) => path?.[0]));
  const isRead = (...names: TermsName[]) => !names.some((name) => unread.has(name));
  const refuse = (path: TermsName, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const { club_minimum_pence, club_maximum_pence, opens_at, priority_until, closes_at } = terms;
  if (isRead("club_minimum_pence", "club_maximum_pence") && club_maximum_pence < club_minimum_pence)
    refuse("club_maximum_pence", messages.maximumBelowMinimum);
  if (isRead("round_total_pence", "club_maximum_pence") && terms.round_total_pence < club_maximum_pence)
    refuse("round_total_pence", messages.roundBelowMaximum);
  if (isRead("minimum_commitment_pence", "club_maximum_pence") && terms.minimum_commitment_pence > club_maximum_pence)
    refuse("minimum_commitment_pence", messages.commitmentAboveMaximum);
  if (isRead("use_of_funds") && terms.use_of_funds.reduce((sum, part) => sum + part.percent, 0) !== 100)
    refuse("use_of_funds", messages.hundredPercent);
  if (
    isRead("priority_share_percent", "priority_tiers") &&
    terms.priority_share_percent > 0 &&
    !terms.priority_tiers[0]
  )
    refuse("priority_tiers", messages.priorityOfNobody);
  if (isRead("opens_at", "priority_until") && priority_until < opens_at)
    refuse("priority_until", messages.priorityBeforeOpening);
  if (isRead("priority_until", "closes_at") && closes_at <= priority_until)
    refuse("closes_at", messages.closingBeforePriority);
  if (isRead("closes_at", "completion_expected_on")) {
    const closing = londonDate(new Date(closes_at));
    if (terms.completion_expected_on < closing)
      refuse("completion_expected_on", messages.completionBeforeClosing(formatDay(closing)));
  }
  if (isRead("assurance", "assurance_on") && terms.assurance === "given" && !terms.assurance_on)
    refuse("assurance_on", messages.assuranceDay);
  if (isRead("scheme", "seis_raised_pence") && terms.scheme === "SEIS" && terms.seis_raised_pence > 250_000_00)
    refuse("seis_raised_pence", messages.seisRaised);
  const { seis_raised_pence, schemes_raised_pence, schemes_raised_year_pence } = terms;
  if (isRead("seis_raised_pence", "schemes_raised_pence") && schemes_raised_pence < seis_raised_pence)
    refuse("schemes_raised_pence", messages.schemesBelowPart);
  if (isRead("schemes_raised_pence", "schemes_raised_year_pence") && schemes_raised_pence < schemes_raised_year_pence)
    refuse("schemes_raised_year_pence", messages.yearAboveEver);
  if (isRead("instrument") && terms.instrument === "convertible_note") refuse("instrument", messages.convertibleNote);
  if (isRead("share_class") && namesLoan(terms.share_class)) refuse("share_class", messages.convertibleNote);
}
/** The check runs beside faults of single fields, too. */
const ofAnyTerms = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null && !Array.isArray(value),
};

export const termsInputSchema = termsFields.superRefine(checkTerms, ofAnyTerms);
/** Why it is no other offer than the one that was approved last; left out, everybody who has committed is asked again. */
export const newTermsSchema = termsFields
  .extend({ not_material_reason: optionalText })
  .superRefine(checkTerms, ofAnyTerms)
  .meta({ id: "NewTerms" });
export type NewTermsInput = z.input<typeof newTermsSchema>;
export type TermsInput = z.input<typeof termsInputSchema>;
export type Terms = z.output<typeof termsInputSchema>;

type Smallest = Pick<Terms, "minimum_commitment_pence">;

/** Checks whether the smallest commitment is below the club's least; the value of the terms before it may stay. */
export const isBelowLeast = (
  { minimum_commitment_pence: smallest }: Smallest,
  leastPence: number,
  before: Smallest | undefined,
): boolean => smallest < leastPence && smallest !== before?.minimum_commitment_pence;

/** What does not stop terms, but has to be known. @param today London date. */
export function warningsOf(terms: Terms, today: string): (typeof termsWarnings)[number][] {
  if (terms.scheme === "none") return [];
  const isEis = terms.scheme === "EIS";
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  const found = {
    assurance_missing: terms.assurance !== "given",
    assurance_old: terms.assurance === "given" && (terms.assurance_on ?? "") < yearAgo,
    seis_limit: !isEis && terms.seis_raised_pence + terms.club_maximum_pence > 250_000_00,
    eis_year_limit: isEis && terms.schemes_raised_year_pence + terms.round_total_pence > 10_000_000_00,
    eis_lifetime_limit: isEis && terms.schemes_raised_pence + terms.round_total_pence > 24_000_000_00,
  };
  return termsWarnings.filter((warning) => found[warning]);
}

/** What speaks against it, as long as what speaks for it: as many points, and as many words within a fifth. */
export const isBalanced = ({ why_we_like_it: likes, what_would_make_it_fail: fails }: DealPage): boolean =>
  fails.length >= likes.length && countWords(fails) * 5 >= countWords(likes) * 4;

const countWords = (points: readonly string[]) =>
  points.reduce((sum, point) => sum + (point.match(/\S+/g)?.length ?? 0), 0);

/** Every text of a page that members read and that says a blocked word. */
export function blockedWordsIn(
  value: unknown,
  path: (string | number)[] = [],
): { path: (string | number)[]; word: string }[] {
  if (typeof value === "string") {
    const word = blockedWordIn(value);
    return word ? [{ path, word }] : [];
  }
  if (value === null || typeof value !== "object") return [];
  const entries = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value);
  return entries.flatMap(([key, item]) => blockedWordsIn(item, [...path, key]));
}

const warningsSchema = z.object({ headline: z.string(), risk: z.string(), sender: z.string(), exemption: z.string() });

const numberedTermsSchema = termsFields.extend({
  id: z.uuid(),
  number: z.int(),
  created_at: momentSchema,
  assurance_on: z.string().nullable(),
});
export type NumberedTerms = z.infer<typeof numberedTermsSchema>;

/** What members are shown, frozen. */
export const dealContentSchema = namedObject("DealContent", {
  company: companySchema.pick({
    name: true,
    company_number: true,
    website: true,
    sector: true,
    one_line: true,
    place: true,
    founded_year: true,
    country: true,
    logo: true,
  }),
  deal_name: z.string(),
  page: z.object({
    why_we_like_it: z.array(z.string()),
    what_would_make_it_fail: z.array(z.string()),
    team: z.array(z.object({ name: z.string(), history: z.string() })),
    traction: z.array(z.object({ what: z.string(), figure: z.string(), as_of: z.string(), source: z.string() })),
    scheme_note: z.string().nullable(),
  }),
  terms: numberedTermsSchema,
  /** The documents are in the order of their titles. */
  documents: z.array(frozenDocumentSchema),
  /** The answers are in the order in which they were asked. */
  answers: z.array(frozenAnswerSchema),
  warnings: warningsSchema,
  /** The company pays the club this after completion. */
  success_fee_bp: z.int(),
});
export type DealContent = z.infer<typeof dealContentSchema>;

/** What is frozen, and who signs its money: everybody who can, where nobody is named. */
export const versionInputSchema = namedObject("VersionInput", {
  /** Every item has to be there. */
  checklist: z
    .array(z.enum(checklistItems))
    .max(checklistItems.length)
    .refine((items) => checklistItems.every((item) => items.includes(item)), messages.checklist),
  panel: z
    .array(
      z.object({
        user_id: z.uuid(),
        arranges: z.boolean().optional(),
        invests_pence: z.int().min(0).max(1e13).nullish(),
      }),
    )
    .max(20)
    .optional(),
});

const versionSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  terms_number: z.int(),
  created_at: momentSchema,
  author_name: z.string().nullable(),
  approved_at: momentSchema.nullable(),
  approved_by_name: z.string().nullable(),
  /** The hash covers the page as rendered. */
  page_sha256: z.string(),
});
export type DealVersion = z.infer<typeof versionSchema>;
export const openedVersionSchema = versionSchema
  .extend({
    content: dealContentSchema,
    /** An HTML document, kept byte for byte. */
    page: z.string(),
    panel: z.array(panelMemberSchema.extend({ user_id: z.uuid().nullable() })),
    /** What was confirmed, in the words of that day; null where it was not kept yet. */
    author_checklist: z.array(z.string()).nullable(),
    approver_checklist: z.array(z.string()).nullable(),
  })
  .meta({ id: "OpenedVersion" });
export type OpenedVersion = z.infer<typeof openedVersionSchema>;

const personName = z.string().nullable();
export const listedDealSchema = namedObject("ListedDeal", {
  id: z.uuid(),
  company_id: z.uuid(),
  company_name: z.string(),
  one_line: z.string().nullable(),
  /** Of the round, such as "Seed round 2027". */
  name: z.string(),
  state: z.enum(dealStates),
  state_since: momentSchema,
  /** Cancelled, while its account holds money or a payment waits. */
  is_unsettled: z.boolean(),
  enquired_on: z.string(),
  /** An enquiry has to be answered by this day. */
  reply_due_on: z.string().nullable(),
  /** Working days past the ten that an enquiry is answered in; null while in time or answered. */
  days_overdue: z.int().nullable(),
  parked_until: z.string().nullable(),
  owner_id: z.uuid().nullable(),
  owner_name: personName,
  next_step: z.string().nullable(),
  /** The version that was approved last says it; `null` before. */
  opens_at: momentSchema.nullable(),
  /** The true end of commitments, and before that the announced one. */
  closes_at: momentSchema.nullable(),
  /** The newest terms say it; `null` before there are any. */
  scheme: z.enum(dealSchemes).nullable(),
  round_total_pence: z.int().nullable(),
  updated_at: momentSchema,
  can: z.object({
    save: z.boolean(),
    move_to: z.array(z.enum(dealStates)),
    /** Add and remove documents. */
    fill_room: z.boolean(),
    announce_closing: z.boolean(),
  }),
});
export type ListedDeal = z.infer<typeof listedDealSchema>;
export const dealListSchema = listOf(listedDealSchema).meta({ id: "DealList" });
export const dealFilterSchema = z.object({
  /** What is in work, what of it is past its reply, what is cancelled with money on its account, or one state. */
  state: z.enum(dealFilters).optional(),
  q: z.string().max(100).optional(),
});
export type DealFilterQuery = z.infer<typeof dealFilterSchema>;
export const dealQuerySchema = pageQuerySchema.extend(dealFilterSchema.shape);
export type DealQuery = z.infer<typeof dealQuerySchema>;

export const dealInputSchema = namedObject("DealInput", {
  company_id: z.uuid(),
  name: line.max(120, messages.atMost(120)),
  enquired_on: day,
});

/** An enquiry that is typed in: its company comes with it. */
export const enquiryFields = companyFields
  .extend({
    round_name: line.max(120, messages.atMost(120)),
    enquired_on: day,
    note: optionalText,
  })
  .meta({ id: "EnquiryFields" });
export const enquiryInputSchema = withCompanyNumber(enquiryFields).meta({ id: "EnquiryInput" });
export const enquiryLimits = { rows: 500 } as const;
export const enquiriesInputSchema = namedObject("EnquiriesInput", {
  items: z.array(z.unknown()).min(1, messages.required).max(enquiryLimits.rows),
});
export const enquiryResultSchema = namedObject("EnquiryResult", {
  added: z.int(),
  items: z.array(
    z.object({ row: z.int(), name: z.string(), result: z.enum(["added", "exists", "refused"]), message: z.string() }),
  ),
});
export type EnquiryResult = z.infer<typeof enquiryResultSchema>;

const nextStep = lineUpTo(200).nullable().transform(emptyToNull);
export const nextStepInputSchema = z.object({ next_step: nextStep });
export const dealUpdateSchema = namedObject("DealUpdate", {
  name: line.max(120, messages.atMost(120)),
  owner_id: z.uuid().nullable(),
  page: dealPageInputSchema,
  /** Left out, it stays as it is. */
  next_step: nextStep.optional(),
  expected_version: version,
});
export type DealUpdate = z.input<typeof dealUpdateSchema>;

export const moveInputSchema = namedObject("MoveInput", {
  to: z.enum(dealStates),
  reason: optionalText,
  /** The day until which it is parked. */
  until: optionalDay,
  expected_version: version,
});
export type MoveInput = z.input<typeof moveInputSchema>;

/** Another end of commitments, announced a day ahead. Members read the reason. */
export const closingInputSchema = namedObject("ClosingInput", {
  closes_at: moment,
  reason: paragraph,
  /** Of the proposal that is confirmed, or that this one takes the place of; null where none waits. */
  expected_proposal_id: z.uuid().nullable(),
});
export type ClosingInput = z.input<typeof closingInputSchema>;

export const noteInputSchema = namedObject("NoteInput", { text: textSchema.trim().min(1, messages.required) });

export const dealRecordSchema = listedDealSchema
  .extend({
    company: companySchema,
    page: dealContentSchema.shape.page,
    /** Newest first. */
    terms: z.array(
      numberedTermsSchema.extend({
        author_name: personName,
        warnings: z.array(z.enum(termsWarnings)),
        /** It is `null` where everybody who has committed is asked again once a version has the terms. */
        not_material_reason: z.string().nullable(),
      }),
    ),
    /** Of the last deal that was offered, for one without terms; null where there is none. */
    last_terms: z.object({ company_name: z.string(), terms: numberedTermsSchema }).nullable(),
    versions: z.array(versionSchema),
    /** Members have so long to answer a change of terms. */
    reconsent_hours: z.int(),
    /** Members wait so long before a first commitment. */
    cooling_off_hours: z.int(),
    /** Another end of commitments that one admin proposed, until a day before it. */
    closing_proposal: z
      .object({
        id: z.uuid(),
        closes_at: momentSchema,
        reason: z.string(),
        proposed_by_name: personName,
        can: z.object({ confirm: z.boolean() }),
      })
      .nullable(),
    /** That one admin proposed to cancel it, and another confirms until then by moving it with the same reason. */
    cancelling_proposal: z
      .object({
        expires_at: momentSchema,
        reason: z.string(),
        proposed_by_name: personName,
        can: z.object({ confirm: z.boolean(), withdraw: z.boolean() }),
      })
      .nullable(),
    /** Approving the pending version means this for those committed; `null` while its terms are not new to them. */
    change_of_terms: z
      .object({
        version_id: z.uuid(),
        /** That were placed by other terms. */
        commitments: z.int(),
        material_terms: z.array(z.string()),
        not_material_reason: z.string().nullable(),
        closes_at: momentSchema,
      })
      .nullable(),
    moves: z.array(
      z.object({
        id: z.uuid(),
        from: z.enum(dealStates).nullable(),
        to: z.enum(dealStates),
        moved_at: momentSchema,
        moved_by_name: personName,
        is_by_clock: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
    /** Each other end of commitments that was proposed, newest first. Announced by one alone, it has no second name. */
    closings: z.array(
      z.object({
        id: z.uuid(),
        proposed_at: momentSchema,
        proposed_by_name: personName,
        instead_of: momentSchema,
        closes_at: momentSchema,
        reason: z.string(),
        confirmed_at: momentSchema.nullable(),
        confirmed_by_name: personName,
      }),
    ),
    notes: z.array(z.object({ id: z.uuid(), created_at: momentSchema, author_name: personName, text: z.string() })),
    /** Of each level that somebody chose: how many, and the amounts that were named, added up. */
    interest_sums: z.array(z.object({ level: z.enum(interestLevels), count: z.int(), amount_pence: z.int() })),
    released_at: momentSchema.nullable(),
    /** The version that members are shown, or would be. */
    current_version_id: z.uuid().nullable(),
  })
  .meta({ id: "DealRecord" });
export type DealRecord = z.infer<typeof dealRecordSchema>;

/** The order is by level; members are named to admins alone. */
export const dealInterestListSchema = listOf(
  z.object({
    id: z.uuid(),
    full_name: personName,
    level: z.enum(interestLevels),
    amount_pence: z.int().nullable(),
    reason: z.string().nullable(),
    updated_at: momentSchema,
  }),
).meta({ id: "DealInterestList" });
export type DealInterest = z.infer<typeof dealInterestListSchema>["items"][number];

/** A deal's state as members see it. */
export const openDealStates = ["opens_soon", "open", "closed"] as const;
export type OpenDealState = (typeof openDealStates)[number];

const ownInterestSchema = z.object({
  level: z.enum(interestLevels),
  amount_pence: z.int().nullable(),
  reason: z.string().nullable(),
});
export type OwnInterest = z.infer<typeof ownInterestSchema>;

/** The reader withdrew their last commitment then; `null` once they answered since. */
const withdrawnAt = momentSchema.nullable();

const listedOpenDealSchema = z.object({
  id: z.uuid(),
  company_name: z.string(),
  one_line: z.string().nullable(),
  scheme: z.enum(dealSchemes),
  price: z.string(),
  club_minimum_pence: z.int(),
  club_maximum_pence: z.int(),
  state: z.enum(openDealStates),
  opens_at: momentSchema,
  ...closingOf,
  interest: ownInterestSchema.nullable(),
  /** The reader's, unless it has ended: what they got, and before that what they asked for. */
  commitment: z.object({ state: z.enum(commitmentStates), shares: z.int() }).nullable(),
  withdrawn_at: withdrawnAt,
  /** Commitments are still taken, and the reader has not opened the version that counts now. */
  is_new: z.boolean(),
});
export type ListedOpenDeal = z.infer<typeof listedOpenDealSchema>;
/** Words of the company's name; without them all deals. */
export const openDealQuerySchema = z.object({ q: z.string().trim().min(1).max(100).optional() });

export const openDealListSchema = namedObject("OpenDealList", {
  warnings: warningsSchema,
  /** The last day of the reader's statement. */
  valid_through: z.string(),
  items: z.array(listedOpenDealSchema),
});
export type OpenDealList = z.infer<typeof openDealListSchema>;

export const openDealSchema = namedObject("OpenDeal", {
  id: z.uuid(),
  /** The reader's completed commitment: the deal stays readable for them, and nothing can be asked or committed. */
  bought: z
    .object({
      commitment_id: z.uuid(),
      shares: z.int(),
      issued_on: z.string(),
      /** The count is after sales and splits. */
      held_shares: z.int(),
    })
    .nullable(),
  state: z.enum(openDealStates),
  ...closingOf,
  released_at: momentSchema,
  version_id: z.uuid(),
  version_number: z.int(),
  approved_at: momentSchema,
  content: dealContentSchema,
  /** Frozen with the version; empty for one from before lists were signed. */
  panel: z.array(panelMemberSchema),
  /** Of the version that the reader saw last, if another one counts now: what is different in it is marked. */
  seen: dealContentSchema.nullable(),
  /** The last day of the reader's statement; null without one. */
  valid_through: z.string().nullable(),
  /** The reader's, today, with the fee of each. */
  tier: z.enum(tiers),
  fees_bp: z.record(z.enum(tiers), z.int()),
  interest: ownInterestSchema.nullable(),
  withdrawn_at: withdrawnAt,
  /** It is `null` until the reader has said what they think. */
  demand: z.enum(demandBands).nullable(),
});
export type OpenDeal = z.infer<typeof openDealSchema>;

export const interestInputSchema = z
  .object({
    level: z.enum(interestLevels),
    amount_pence: pence.nullish().transform((amount) => amount ?? null),
    reason: optionalText,
  })
  .superRefine(({ level, amount_pence, reason }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (level === "likely" && amount_pence === null) refuse("amount_pence", messages.amount);
    if (level !== "likely" && level !== "considering" && amount_pence !== null)
      refuse("amount_pence", messages.noAmount);
    if (level !== "not_for_me" && reason !== null) refuse("reason", messages.noReason);
  })
  .meta({ id: "InterestInput" });
export type InterestInput = z.input<typeof interestInputSchema>;

export const deliveryChannels = ["list", "page", "mail", "document", "answer", "call"] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];
const deliverySchema = z.object({
  id: z.uuid(),
  delivered_at: momentSchema,
  channel: z.enum(deliveryChannels),
  /** It is `null` on one's own list while deals are not shown to oneself. */
  company_name: z.string().nullable(),
  version_number: z.int(),
  page_sha256: z.string(),
  /** The statement under which it was shown. */
  statement_id: z.uuid(),
  signed_on: z.string(),
  valid_through: z.string(),
});
/** No name while deals are closed to their reader. */
const ownDeliverySchema = deliverySchema.extend({
  company_name: z.string().nullable(),
  document_title: z.string().nullable(),
  /** The terms that were shown have this number: members know them by it. */
  terms_number: z.int(),
  terms_set_at: momentSchema,
});
export const ownDeliveryListSchema = listOf(ownDeliverySchema).meta({ id: "OwnDeliveryList" });
export type OwnDelivery = z.infer<typeof ownDeliverySchema>;
/** user_id and full_name are null once the record is sealed. */
export const deliveryListSchema = listOf(
  deliverySchema.extend({ deal_id: z.uuid(), user_id: z.uuid().nullable(), full_name: z.string().nullable() }),
).meta({ id: "DeliveryList" });
export type Delivery = z.infer<typeof deliveryListSchema>["items"][number];
export const deliveryFilterSchema = z.object({ deal_id: z.uuid().optional(), user_id: z.uuid().optional() });
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>;
export const deliveryQuerySchema = pageQuerySchema.extend(deliveryFilterSchema.shape);
