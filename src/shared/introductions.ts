import { z } from "zod";
import {
  introductionMessageLimits,
  introductionMessages,
  introductionOutlooks,
  introductionReportMessages,
  introductionStates,
} from "./introduction-messages.ts";
import { listOf, momentSchema } from "./lists.ts";
import { tiers } from "./people-messages.ts";
import { textSchema } from "./text.ts";

const { least, most } = introductionMessageLimits;

export const introductionInputSchema = z.object({
  profile_id: z.uuid(),
  message: textSchema.trim().min(least, introductionMessages.tooShort).max(most, introductionMessages.tooLong),
});
export type IntroductionInput = z.input<typeof introductionInputSchema>;

export const outlookQuerySchema = z.object({ profile_id: z.uuid() });
export const introductionOutlookSchema = z.object({
  state: z.enum(introductionOutlooks),
  left_this_week: z.int(),
  /** Of "too_soon". */
  again_at: momentSchema.nullable(),
});
export type IntroductionOutlook = z.infer<typeof introductionOutlookSchema>;

export const introductionSchema = z.object({
  id: z.uuid(),
  /** One's own request; otherwise the other asked. */
  is_asker: z.boolean(),
  message: z.string(),
  state: z.enum(introductionStates),
  asked_at: momentSchema,
  expires_at: momentSchema,
  ended_at: momentSchema.nullable(),
  /** What follows is about the other one. */
  name: z.string(),
  /** Null until it is accepted. */
  email: z.string().nullable(),
  /** In the directory. */
  profile_id: z.uuid().nullable(),
  location: z.string().nullable(),
  /** Of those who show it. */
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
export const introductionListSchema = listOf(introductionSchema);

const reason = (message: string) => textSchema.trim().min(1, message).max(5000);
export const introductionReportInputSchema = z.object({ reason: reason(introductionMessages.reasonMissing) });
export const introductionBarInputSchema = z.object({ reason: reason(introductionReportMessages.reasonMissing) });

export const introductionSettingsSchema = z.object({
  is_off: z.boolean(),
  /** Why one can ask nobody; null where one can. */
  barred_because: z.string().nullable(),
});
export type IntroductionSettings = z.infer<typeof introductionSettingsSchema>;
export const introductionSettingsInputSchema = introductionSettingsSchema.pick({ is_off: true });

const blockSchema = z.object({ id: z.uuid(), name: z.string(), blocked_at: momentSchema });
export type IntroductionBlock = z.infer<typeof blockSchema>;
export const introductionBlockListSchema = listOf(blockSchema);

export const introductionReportSchema = z.object({
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
export const introductionReportListSchema = listOf(introductionReportSchema);
