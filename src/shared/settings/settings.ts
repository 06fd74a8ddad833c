import { z } from "zod";
import { companyNumberSchema } from "#shared/company-number.ts";
import { daySchema } from "#shared/day-schema.ts";
import { accountNumberSchema, sortCodeSchema } from "#shared/funds/bank-account.ts";
import { countryName } from "#shared/investor-records/countries.ts";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { announcedFields, secondPersonFields } from "#shared/people/signatories.ts";
import { emailSchema, lineSchema, textSchema, webAddressSchema } from "#shared/text.ts";
import { brandFileRoles } from "./brand-file-rules.ts";
import { contrastProblem } from "./colour-contrast.ts";
import { countedFigures } from "./counted-figures.ts";
import { isFeeLine, planNames } from "./plans.ts";
import { settingsMessages as messages } from "./settings-messages.ts";

/** What an admin edits in Admin → Settings, a schema per key; what no row says is `defaultSettings` in club.ts. */

const line = lineSchema.trim().min(1, messages.required);
const paragraph = textSchema.trim().min(1, messages.required);
const url = webAddressSchema.transform((text) => text || null).nullable();
const pence = z.int(messages.wholePence).min(0, messages.notNegative).max(100_000_000_00, messages.tooMuch);
const percent = z
  .number()
  .min(0, messages.notNegative)
  .max(100, messages.atMostHundred)
  .multipleOf(0.01, messages.percentDigits);
/** A later `min` would not lower an earlier one: checks add up. */
const upTo720 = z.int(messages.wholeNumber).max(720, messages.atMostNumber(720));
const hours = upTo720.min(1, messages.atLeastOne);
const count = z.int(messages.wholeNumber).min(1, messages.atLeastOne).max(10_000, messages.tooMuch);
/** As pages write it: "8", or a range that rises, "6-12". */
const countOrRange = line.max(20, messages.atMost(20)).refine((text) => {
  const [, least, most = Number.POSITIVE_INFINITY] = /^([1-9]\d{0,3})(?: ?[-–] ?([1-9]\d{0,3}))?$/.exec(text) ?? [];
  return Number(least) < Number(most);
}, messages.countOrRange);

const planNameSchema = z.enum(planNames);

const identity = z.object({
  name: line.max(60, messages.atMost(60)),
  operator: line,
  company_number: companyNumberSchema,
  address: z.array(line).min(1, messages.required).max(8, messages.addressLines),
  contact_email: emailSchema,
  info_email: emailSchema,
  taglines: z.tuple([line, line]),
  motto: line,
  mission: paragraph.max(600, messages.atMost(600)),
  /** The paragraph says what the operator is to the regulator. */
  regulation: paragraph.max(600, messages.atMost(600)),
});

const links = z.object({ linkedin: url, founder_enquiry: url, booking: url, ai_search: url });

const warnings = z.object({
  /** "Capital at risk." */
  risk: line,
  /** The sentence says who may be offered anything. */
  offers: line,
  /** The warning stands before the sentence on offers. */
  risk_warning: paragraph.max(1000, messages.atMost(1000)),
});

const figures = z
  .object({
    founder_success_fee_percent: percent,
    cheque_minimum_pence: pence,
    cheque_maximum_pence: pence,
    founders_met_per_week: count,
    deals_per_year: countOrRange,
    weeks_to_close: count,
    weeks_to_close_for_founders: countOrRange,
  })
  .refine(({ cheque_minimum_pence: least, cheque_maximum_pence: most }) => least <= most, {
    path: ["cheque_maximum_pence"],
    message: messages.chequesAscend,
  });

const planText = z.object({
  name: planNameSchema,
  features: z.array(line.refine((feature) => !isFeeLine(feature), messages.feeAsFeature)).max(12, messages.features),
  button_label: line.max(40, messages.atMost(40)),
  /** `null` means the contact page. */
  application_url: url,
  is_highlighted: z.boolean(),
});
const plans = z
  .array(planText)
  .refine((list) => list.map(({ name }) => name).join() === planNames.join(), messages.planOrder)
  .superRefine((list, context) => {
    const highlighted = list.flatMap(({ is_highlighted }, index) => (is_highlighted ? [index] : []));
    if (highlighted.length < 2) return;
    for (const index of highlighted) {
      context.addIssue({ code: "custom", path: [index, "is_highlighted"], message: messages.oneHighlighted });
    }
  });

const planTerms = z.object({ annual_price_pence: pence, investment_fee_percent: percent });
const termsVersion = z.object({
  /** London date; null for the first. */
  effective_from: daySchema(messages.date).nullable(),
  minimum_investment_pence: pence.min(1, messages.atLeastOne),
  plans: z.object({ Trial: planTerms, Premium: planTerms, VIP: planTerms }),
});
const terms = z
  .array(termsVersion)
  .min(1, messages.required)
  .max(200)
  .refine(
    (list) => list.every(({ effective_from }, index) => (effective_from === null) === (index === 0)),
    messages.firstTerms,
  )
  .refine(
    (list) =>
      list.every(
        ({ effective_from: from }, index) => index < 2 || (from ?? "") >= (list[index - 1]?.effective_from ?? ""),
      ),
    messages.termsOrder,
  )
  .refine(
    (list) => new Set(list.map(({ effective_from }) => effective_from)).size === list.length,
    messages.termsTwice,
  );

const stat = z.object({
  value: line.max(12, messages.atMost(12)),
  label: line.max(40, messages.atMost(40)),
  note: line.max(80, messages.atMost(80)),
  /** What it is counted from, instead of the typed value. */
  computed: z.enum(countedFigures).nullable(),
});
const stats = z.tuple([stat, stat, stat]);

const newsletter = z.object({
  /** local: only says thanks and sends nothing; off: no box; list: on the list once confirmed by mail. */
  mode: z.enum(["local", "off", "list"]),
  /** What people agree to, kept with each address. */
  agreement: paragraph.max(400, messages.atMost(400)),
});

/** What only mails need, and no page. */
const emails = z.object({
  /** The name of the DKIM key that the mail server signs with; null until an admin types it. */
  dkim_selector: z
    .string()
    .trim()
    .toLowerCase()
    .max(63, messages.atMost(63))
    .regex(/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$/, messages.selector)
    .nullable(),
  /** Of messages to many people; others leave at once. */
  bulk_mails_per_minute: z
    .int(messages.wholeNumber)
    .min(10, messages.atLeastNumber(10))
    .max(60_000, messages.atMostNumber(60_000))
    .default(120),
});

const country = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/, { error: ({ input }) => messages.country(String(input)), abort: true })
  .toUpperCase()
  .refine((code) => code !== "UK", { error: messages.unitedKingdom, abort: true })
  .refine((code) => countryName(code) !== undefined, { error: ({ input }) => messages.unknownCountry(String(input)) });

const deals = z.object({
  /** Off until partner, forms and warnings are there. */
  is_enabled: z.boolean(),
  /** Hides every open deal and stops every mail about one. */
  kill_switch: z.boolean(),
  /** ISO 3166-1 alpha-2: who lives there may be shown deals. */
  countries_allowed: z
    .array(z.string())
    .transform((lines) => lines.flatMap((line) => line.split(/[,;]/).filter((part) => part.trim() !== "")))
    .pipe(z.array(country).min(1, messages.required).max(50)),
  /** The years count from the last day on which something that belongs to an investor record was in force. */
  retention_years: z.int(messages.wholeNumber).min(1, messages.atLeastOne).max(25, messages.atMostNumber(25)),
  /** The hours pass before somebody's first commitment ever. */
  cooling_off_hours: upTo720.min(0, messages.notNegative),
  /** Members have these hours to answer a material change of terms. */
  reconsent_hours: hours,
  /** That the parts of a top-up are kept for. */
  top_up_hours: hours,
  /** From a funds call to its due time, and from there to the end of grace. */
  funds_window_hours: hours,
  grace_hours: hours,
  /** What "My bank is holding my payment" adds, once. */
  hold_hours: hours,
});

/** The nominee holds members' shares for them; null and no lines until it is entered. */
const nominee = z.object({
  name: line.max(120, messages.atMost(120)).nullable(),
  company_number: companyNumberSchema.nullable(),
  address: z.array(line).max(8, messages.addressLines),
});

/** The partner sends the club's fees to this account; null until it is entered. */
const feeAccount = z
  .object({
    account_name: line.max(120, messages.atMost(120)).nullable(),
    sort_code: sortCodeSchema.nullable(),
    account_number: accountNumberSchema.nullable(),
    bank: line.max(120, messages.atMost(120)).nullable(),
  })
  .superRefine((account, context) => {
    const empty = Object.entries(account).filter(([, value]) => value === null);
    if (empty.length === Object.keys(account).length) return;
    for (const [path] of empty) context.addIssue({ code: "custom", path: [path], message: messages.required });
  });

const months = z.int(messages.wholeNumber).min(1, messages.atLeastOne).max(120, messages.atMostNumber(120));
/** Up to how many months the price of a share is fresh, ageing and stale; beyond that a value is a range. */
const priceAges = z
  .object({ fresh: months, ageing: months, stale: months })
  .refine(({ fresh, ageing }) => fresh < ageing, { path: ["ageing"], message: messages.agesAscend })
  .refine(({ ageing, stale }) => ageing < stale, { path: ["stale"], message: messages.agesAscend });

/** Words in braces that are filled in when a version of a deal is frozen, and as an email is written. */
const dealTextValues = ["operator", "address"];
const welcomeValues = ["first_name"];
const withKnownValues = (schema: z.ZodString, values = dealTextValues) =>
  schema.superRefine((text, context) => {
    const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
    const [wrong] = unknown.filter((name) => !values.includes(name));
    if (wrong !== undefined) context.addIssue({ code: "custom", message: messages.unknownValue(wrong, values) });
  });

/** What the email of an approval says first, in the club's own words; null for the usual ones. */
const welcome = z.object({
  subject: withKnownValues(line.max(120, messages.atMost(120)), welcomeValues).nullable(),
  text: withKnownValues(paragraph.max(3000, messages.atMost(3000)), welcomeValues).nullable(),
});

/** The texts are shown before every deal. `{operator}` and `{address}` are filled in when a version is frozen. */
const dealTexts = z.object({
  headline: withKnownValues(line.max(200, messages.atMost(200))),
  risk: withKnownValues(paragraph.max(1000, messages.atMost(1000))),
  sender: withKnownValues(paragraph.max(1000, messages.atMost(1000))),
  /** For whom it is, and why the law lets the club show it to them. */
  exemption: withKnownValues(paragraph.max(1000, messages.atMost(1000))),
});

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { message: messages.colour, abort: true })
  .superRefine((value, context) => {
    const problem = contrastProblem(value);
    if (problem) context.addIssue({ code: "custom", message: messages.contrast(problem) });
  });
const brand = z.object({
  logo_file_id: z.uuid().nullable(),
  icon_file_id: z.uuid().nullable(),
  main_colour: colour,
  accent_colour: colour,
});

export const settingSchemas = {
  identity,
  links,
  warnings,
  figures,
  plans,
  terms,
  stats,
  newsletter,
  emails,
  welcome,
  deals,
  deal_texts: dealTexts,
  nominee,
  fee_account: feeAccount,
  price_ages: priceAges,
  brand,
};

export type SettingKey = keyof typeof settingSchemas;
export type SettingValues = { [Key in SettingKey]: z.infer<(typeof settingSchemas)[Key]> };
export type SettingValue = SettingValues[SettingKey];

export const settingKeys = Object.keys(settingSchemas) as [SettingKey, ...SettingKey[]];
export const settingKeySchema = z.enum(settingKeys).meta({ id: "SettingKey" });

export const publicSettingsSchema = namedObject("PublicSettings", {
  identity,
  links,
  warnings: warnings.extend({
    /** Risk and offers in one line. */
    risk_line: z.string(),
  }),
  figures,
  plans: z.array(
    planText.extend({
      /** "Free" or "£395". */
      price: z.string(),
      /** "per annum"; null where it is free. */
      period: z.string().nullable(),
      ...planTerms.shape,
    }),
  ),
  minimum_investment_pence: pence,
  stats: z.array(stat),
  newsletter,
  deals,
  nominee,
  price_ages: priceAges,
  brand: brand.extend({
    main_colour: z.string(),
    accent_colour: z.string(),
    /** Uploaded; null for the drawn one. `preview_url` is of 1200 × 630 pixels. */
    logo: z
      .object({
        url: z.string(),
        width: z.int(),
        height: z.int(),
        preview_url: z.string(),
        preview_bytes: z.int(),
      })
      .nullable(),
    icon_url: z.string().nullable(),
  }),
  /** Of the server's settings, not the club's. */
  is_google_available: z.boolean(),
  /** The invented club, which can say what another may not: that it invests with its members. */
  is_sample: z.boolean(),
});
export const brandFileQuerySchema = z.object({ role: z.enum(brandFileRoles) });
export const uploadedBrandFileSchema = namedObject("UploadedBrandFile", {
  /** The setting takes this id as `logo_file_id` or `icon_file_id`. */
  id: z.uuid(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadedBrandFile = z.infer<typeof uploadedBrandFileSchema>;

export type Club = z.infer<typeof publicSettingsSchema>;
export type Plan = Club["plans"][number];

const editor = { updated_at: momentSchema.nullable(), updated_by_name: z.string().nullable() };

export const settingSchema = namedObject("Setting", {
  key: settingKeySchema,
  value: z.unknown(),
  default_value: z.unknown(),
  /** 0 while nobody has changed it. */
  revision: z.int(),
  ...editor,
  /** Whether another admin confirms a change of it, which is in force 24 hours later. Stopping deals is anybody's. */
  needs_second_person: z.boolean(),
  /** What waits: the same value, saved by another admin, confirms it; the present one withdraws it. */
  proposal: z
    .object({
      value: z.unknown(),
      proposed_at: momentSchema,
      proposed_by_name: z.string().nullable(),
      ...secondPersonFields,
      ...announcedFields,
      can: z.object({ confirm: z.boolean() }),
    })
    .nullable(),
});
export type Setting = z.infer<typeof settingSchema>;

export const settingInputSchema = namedObject("SettingInput", {
  value: z.unknown(),
  /** The revision that the editor has seen; another one by now is 409. */
  expected_revision: z.int().min(0),
});

export const settingRevisionSchema = namedObject("SettingRevision", {
  revision: z.int(),
  value: z.unknown(),
  created_at: momentSchema,
  created_by_name: z.string().nullable(),
});
/** Pages would say this today of each figure that can be counted; `null` where the typed one stays. */
export const countedFiguresSchema = z
  .record(z.enum(countedFigures), z.string().nullable())
  .meta({ id: "CountedFigures" });
export type CountedFigures = z.infer<typeof countedFiguresSchema>;

export type SettingRevision = z.infer<typeof settingRevisionSchema>;
