import { z } from "zod";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { textSchema } from "#shared/text.ts";
import {
  introductionMessageLimits,
  introductionMessages,
  introductionOutlooks,
  introductionReportMessages,
  introductionStates,
} from "./introduction-messages.ts";

const { least, most } = introductionMessageLimits;

export const introductionInputSchema = namedObject("IntroductionInput", {
  profile_id: z.uuid(),
  message: textSchema.trim().min(least, introductionMessages.tooShort).max(most, introductionMessages.tooLong),
});
export type IntroductionInput = z.input<typeof introductionInputSchema>;

export const outlookQuerySchema = z.object({ profile_id: z.uuid() });
export const introductionOutlookSchema = namedObject("IntroductionOutlook", {
  state: z.enum(introductionOutlooks),
  left_this_week: z.int(),
  /** The state "too_soon" alone has it. */
  again_at: momentSchema.nullable(),
  /** The state "accepted" alone has it. */
  email: z.string().nullable(),
});
export type IntroductionOutlook = z.infer<typeof introductionOutlookSchema>;

export const introductionSchema = namedObject("Introduction", {
  id: z.uuid(),
  /** One's own request; otherwise the other asked. */
  is_asker: z.boolean(),
  message: z.string(),
  state: z.enum(introductionStates),
  asked_at: momentSchema,
  expires_at: momentSchema,
  ended_at: momentSchema.nullable(),
  /** The fields from here on are about the other person. */
  name: z.string(),
  /** It is `null` until it is accepted. */
  email: z.string().nullable(),
  profile_id: z.uuid().nullable(),
  location: z.string().nullable(),
  /** It is `null` for people who do not show it. */
  tier: z.enum(tiers).nullable(),
  member_since: momentSchema.nullable(),
  is_reported: z.boolean(),
  is_blocked: z.boolean(),
  can: z.object({
    accept: z.boolean(),
    decline: z.boolean(),
    withdraw: z.boolean(),
    block: z.boolean(),
    report: z.boolean(),
  }),
});
export type Introduction = z.infer<typeof introductionSchema>;
/** Newest first. */
export const introductionListSchema = listOf(introductionSchema).meta({ id: "IntroductionList" });

const reason = (message: string) => textSchema.trim().min(1, message).max(5000);
export const introductionReportInputSchema = namedObject("IntroductionReportInput", {
  reason: reason(introductionMessages.reasonMissing),
});
export const introductionBarInputSchema = namedObject("IntroductionBarInput", {
  reason: reason(introductionReportMessages.reasonMissing),
});

export const introductionSettingsSchema = namedObject("IntroductionSettings", {
  is_off: z.boolean(),
  /** The text says why one can ask nobody; `null` where one can. */
  barred_because: z.string().nullable(),
});
export type IntroductionSettings = z.infer<typeof introductionSettingsSchema>;
export const introductionSettingsInputSchema = introductionSettingsSchema
  .pick({ is_off: true })
  .meta({ id: "IntroductionSettingsInput" });

const blockSchema = z.object({ id: z.uuid(), name: z.string(), blocked_at: momentSchema });
export type IntroductionBlock = z.infer<typeof blockSchema>;
export const introductionBlockListSchema = listOf(blockSchema).meta({ id: "IntroductionBlockList" });

export const introductionReportSchema = namedObject("IntroductionReport", {
  id: z.uuid(),
  reported_at: momentSchema,
  reason: z.string(),
  message: z.string(),
  asked_at: momentSchema,
  asker_id: z.uuid(),
  asker_name: z.string(),
  asked_name: z.string(),
  outcome: z.enum(["dismissed", "barred"]).nullable(),
  note: z.string().nullable(),
  closed_at: momentSchema.nullable(),
  closed_by_name: z.string().nullable(),
  is_barred: z.boolean(),
  can: z.object({ dismiss: z.boolean(), bar: z.boolean(), lift: z.boolean() }),
});
export type IntroductionReport = z.infer<typeof introductionReportSchema>;
/** Newest first. */
export const introductionReportListSchema = listOf(introductionReportSchema).meta({ id: "IntroductionReportList" });
