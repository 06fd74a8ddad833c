import { z } from "zod";
import { linkToken } from "#shared/company-link.ts";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { emptyToNull, lineUpTo, textSchema } from "#shared/text.ts";
import { figureNames, companyUpdateMessages as messages, updateStates } from "./company-updates-messages.ts";

const whole = (least: number, most: number, message: string) =>
  z.int(message).min(least, message).max(most, messages.tooLarge).nullable();
/** Any sum that a company of this club could have. */
const mostPence = 100_000_000_000_000;
const optionalText = textSchema.nullish().transform(emptyToNull);

const quarterSchema = z.string().regex(/^[12]\d{3}-Q[1-4]$/);

const figures = {
  /** Recurring revenue, a year. */
  arr_pence: whole(0, mostPence, messages.pounds),
  /** Hundredths of a per cent. */
  nrr_bp: whole(0, 1_000_000, messages.percent),
  gross_margin_bp: whole(-1_000_000, 10_000, messages.percent),
  /** A month; below 0 where more comes in than goes out. */
  net_burn_pence: whole(-mostPence, mostPence, messages.pounds),
  runway_months: whole(0, 1200, messages.whole),
  headcount: whole(0, 1_000_000, messages.whole),
};
const updateFiguresSchema = z.object(figures);
export type UpdateFigures = z.infer<typeof updateFiguresSchema>;

const content = {
  ...figures,
  text: optionalText,
  /** The offer is what members could buy: it is shown to those alone whose gate is open. */
  offer: optionalText,
  letter_id: z.uuid().nullable(),
};
const hasSomething = (update: z.output<z.ZodObject<typeof content>>) =>
  [...figureNames, "text" as const, "letter_id" as const].some((name) => update[name] !== null);
const nothing = { path: ["text"], message: messages.nothing };

export const updateContentSchema = z.object(content).refine(hasSomething, nothing);
export type UpdateContent = z.output<typeof updateContentSchema>;

export const sentUpdateSchema = z
  .object({ ...content, token: linkToken })
  .refine(hasSomething, nothing)
  .meta({ id: "SentUpdate" });
export const updateLinkSchema = namedObject("UpdateLink", {
  company_name: z.string(),
  quarter: z.string(),
  expires_at: momentSchema,
});
export type UpdateLink = z.infer<typeof updateLinkSchema>;

export const letterUploadQuerySchema = z.object({ file_name: lineUpTo(200).trim().min(1, messages.required) });
/** The header is used in place of a body's field: the body is the file. */
export const letterUploadHeadersSchema = z.object({ "x-link-token": linkToken });
export const uploadedLetterSchema = namedObject("UploadedLetter", { id: z.uuid(), file_name: z.string() });
export type UploadedLetter = z.infer<typeof uploadedLetterSchema>;

const published = updateFiguresSchema.extend({
  id: z.uuid(),
  quarter: z.string(),
  /** A correction is the next one. */
  version: z.int(),
  text: z.string().nullable(),
  /** It is `null` without one, and for anyone who may not be shown offers. */
  offer: z.string().nullable(),
  letter: z.object({ file_name: z.string(), bytes: z.int() }).nullable(),
  sent_at: momentSchema,
});

export const companyUpdateSchema = published
  .extend({
    /** When the first version of the quarter was published, if this is a correction of it. */
    corrects_sent_at: momentSchema.nullable(),
  })
  .meta({ id: "CompanyUpdate" });
export type CompanyUpdate = z.infer<typeof companyUpdateSchema>;
export const companyUpdatesSchema = namedObject("CompanyUpdates", {
  /** The latest quarter first. */
  items: z.array(companyUpdateSchema),
  /** Quarters for which nothing came in time, or since; the latest first. */
  missed: z.array(z.string()),
});
export type CompanyUpdates = z.infer<typeof companyUpdatesSchema>;

const updateVersionSchema = published.extend({
  letter_id: z.uuid().nullable(),
  source: z.enum(["founder", "admin"]),
  published_at: momentSchema.nullable(),
  can: z.object({ publish: z.boolean(), correct: z.boolean() }),
});
export type UpdateVersion = z.infer<typeof updateVersionSchema>;

const updateQuarterSchema = z.object({
  quarter: z.string(),
  state: z.enum(updateStates),
  request: z
    .object({
      asked_at: momentSchema,
      expires_at: momentSchema,
      reminded_at: momentSchema.nullable(),
      used_at: momentSchema.nullable(),
    })
    .nullable(),
  /** The newest first. */
  versions: z.array(updateVersionSchema),
});
export type UpdateQuarter = z.infer<typeof updateQuarterSchema>;

const company = {
  id: z.uuid(),
  name: z.string(),
  is_asked_for_updates: z.boolean(),
  /** Somebody can be asked by email. */
  has_contact: z.boolean(),
  held_since: z.string(),
};
export const updateCompanySchema = namedObject("UpdateCompany", {
  ...company,
  /** The latest first, as far as they are owed. */
  quarters: z.array(updateQuarterSchema),
});
export type UpdateCompany = z.infer<typeof updateCompanySchema>;

const listedUpdateCompanySchema = z.object({
  ...company,
  /** It is `null` until the first quarter is over. */
  last_quarter: z.object({ quarter: z.string(), state: z.enum(updateStates) }).nullable(),
  latest_published: z.string().nullable(),
  missed: z.int(),
  to_publish: z.int(),
});
export type ListedUpdateCompany = z.infer<typeof listedUpdateCompanySchema>;
export const updateCompanyListSchema = listOf(listedUpdateCompanySchema).meta({ id: "UpdateCompanyList" });
export const updateCompanyQuerySchema = pageQuerySchema;

export const enteredUpdateSchema = z
  .object({
    ...content,
    quarter: quarterSchema,
    /** That this one corrects; 0 for the first. */
    expected_version: z.int().min(0),
  })
  .refine(hasSomething, nothing)
  .meta({ id: "EnteredUpdate" });
export type EnteredUpdate = z.input<typeof enteredUpdateSchema>;

export const updateRequestInputSchema = namedObject("UpdateRequestInput", { quarter: quarterSchema });
export const updateAskingInputSchema = namedObject("UpdateAskingInput", { is_asked_for_updates: z.boolean() });
