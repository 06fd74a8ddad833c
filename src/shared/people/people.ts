import { z } from "zod";
import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { daySchema } from "#shared/day-schema.ts";
import { dealStates } from "#shared/deals/deal-messages.ts";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { namedObject } from "#shared/named-object.ts";
import { statementStates } from "#shared/statements/signed-statement-messages.ts";
import { statementKinds } from "#shared/statements/statement-messages.ts";
import { lineSchema, textSchema } from "#shared/text.ts";
import { runningCommitmentSchema } from "../membership-requests/membership-requests.ts";
import { personStatuses, profileStates, tierBatchLimit, tierMessages, tierResults, tiers } from "./people-messages.ts";

const reasonSchema = textSchema.trim().min(1, standingMessages.reasonMissing);

export const reasonInputSchema = namedObject("ReasonForPerson", { reason: reasonSchema });

/** A day in London, as in 2027-03-31. */
const tierDay = daySchema(tierMessages.dateMissing);

export const tierInputSchema = z
  .object({
    tier: z.enum(tiers),
    from: tierDay,
    /** The last day; null until it is changed. */
    until: z
      .literal("")
      .transform(() => null)
      .or(tierDay)
      .nullish(),
    reason: reasonSchema,
  })
  .superRefine(({ tier, from, until }, context) => {
    if (!until) return;
    if (tier === "trial") context.addIssue({ code: "custom", path: ["until"], message: tierMessages.trialHasNoEnd });
    if (until < from) context.addIssue({ code: "custom", path: ["until"], message: tierMessages.untilTooEarly });
  })
  .meta({ id: "TierInput" });

export type TierInput = z.input<typeof tierInputSchema>;

export const tiersInputSchema = tierInputSchema
  .safeExtend({
    user_ids: z.array(z.uuid()).min(1, tierMessages.nobodyChosen).max(tierBatchLimit, tierMessages.tooMany),
  })
  .meta({ id: "TiersInput" });

const tierOutcomeSchema = z.object({
  user_id: z.uuid(),
  /** The e-mail stands in for a missing name; `null` means no account. */
  name: z.string().nullable(),
  result: z.enum(tierResults),
  message: z.string(),
});
export type TierOutcome = z.infer<typeof tierOutcomeSchema>;

export const tiersResponseSchema = namedObject("Tiers", { items: z.array(tierOutcomeSchema), set: z.int() });
export type TiersResponse = z.infer<typeof tiersResponseSchema>;

const ownTierEntrySchema = z.object({
  id: z.uuid(),
  tier: z.enum(tiers),
  from: z.string(),
  until: z.string().nullable(),
  reason: z.string(),
});

export const ownTierSchema = namedObject("OwnTier", {
  /** Today's, with its last day. */
  tier: z.enum(tiers),
  until: z.string().nullable(),
  /** Latest first. */
  tiers: z.array(ownTierEntrySchema),
  is_shown: z.boolean(),
  can: z.object({ show: z.boolean() }),
});
export type OwnTier = z.infer<typeof ownTierSchema>;

export const tierShownInputSchema = namedObject("TierShownInput", { is_shown: z.boolean() });

const adminSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string().nullable(),
  /** From ADMIN_EMAILS, which alone can remove them. */
  is_first_admin: z.boolean(),
  admin_since: momentSchema,
  given_by: z.uuid().nullable(),
  /** Name or e-mail; null for a former admin or an automatic grant. */
  given_by_name: z.string().nullable(),
  /** Granted automatically, as to first admins. */
  is_given_by_club: z.boolean(),
});
export type Admin = z.infer<typeof adminSchema>;
export const adminListSchema = listOf(adminSchema).meta({ id: "AdminList" });

const adminCandidateSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string().nullable(),
  can: z.object({ propose: z.boolean() }),
});
export type AdminCandidate = z.infer<typeof adminCandidateSchema>;
export const adminCandidateListSchema = listOf(adminCandidateSchema).meta({ id: "AdminCandidateList" });

/** @property q part of a name or e-mail, any letter case. */
export const adminCandidateQuerySchema = pageQuerySchema.extend({
  q: lineSchema.trim().min(1, "Please enter a name or an email address."),
});

export const personSchema = namedObject("Person", {
  /** Of the membership request, or of the invitation. */
  id: z.uuid(),
  /** `null` means somebody who is invited. */
  user_id: z.uuid().nullable(),
  email: z.string(),
  full_name: z.string().nullable(),
  status: z.enum(personStatuses),
  /** Of approved members, whatever became of them. */
  tier: z.enum(tiers).nullable(),
  tier_until: z.iso.date().nullable(),
  /** When they registered, or were invited. */
  since: momentSchema,
  last_signed_in_at: momentSchema.nullable(),
  has_second_factor: z.boolean(),
  profile_state: z.enum(profileStates),
  is_admin: z.boolean(),
  can: z.object({ change_tier: z.boolean() }),
});
export type Person = z.infer<typeof personSchema>;
export const personListSchema = listOf(personSchema).meta({ id: "PersonList" });

export const personCountsSchema = z.record(z.enum(personStatuses), z.int()).meta({ id: "PersonCounts" });
export type PersonCounts = z.infer<typeof personCountsSchema>;

export const personFilterSchema = z.object({
  /** Part of the name or e-mail, or a whole id. */
  q: lineSchema.trim().optional(),
  status: z.enum(personStatuses).optional(),
  tier: z.enum(tiers).optional(),
});
export type PersonFilter = z.infer<typeof personFilterSchema>;
export const personQuerySchema = pageQuerySchema.extend(personFilterSchema.shape);

const investingSchema = z.object({
  /** In force, or else in review, or else the latest; null for who has signed none. */
  statement: z
    .object({ kind: z.enum(statementKinds), state: z.enum(statementStates), valid_through: z.iso.date() })
    .nullable(),
  /** Without those that became shares, newest first. */
  commitments: z.array(
    z.object({
      id: z.uuid(),
      deal_id: z.uuid(),
      company_name: z.string(),
      deal_name: z.string(),
      deal_state: z.enum(dealStates),
      state: z.enum(commitmentStates),
      shares: z.int(),
      due_pence: z.int(),
    }),
  ),
  /** Newest first. */
  holdings: z.array(
    z.object({
      id: z.uuid(),
      company_name: z.string(),
      /** Null for what was imported. */
      deal_id: z.uuid().nullable(),
      deal_name: z.string().nullable(),
      /** After splits, without those that are sold. */
      shares: z.int(),
      cost_pence: z.int(),
      issued_on: z.iso.date(),
      scheme: z.enum(["SEIS", "EIS"]).nullable(),
      /** The member had the tax certificate when the shares were imported. */
      certificate_on: z.iso.date().nullable(),
      /** The files of the club. */
      certificate_id: z.uuid().nullable(),
      beneficial_id: z.uuid().nullable(),
    }),
  ),
});
export type Investing = z.infer<typeof investingSchema>;

export const personDetailSchema = personSchema
  .extend({
    user_id: z.uuid(),
    email_verified: z.boolean(),
    /** Refused by their mail server for good, since the last one that it took. */
    mails_refused: z.int(),
    /** Of the last one, such as "550 5.1.1". */
    mail_answer: z.string().nullable(),
    /** Last used first. */
    sessions: z.array(
      z.object({
        id: z.uuid(),
        /** A text such as "Chrome on Windows"; `null` for an unknown one. */
        device: z.string().nullable(),
        created_at: momentSchema,
        last_used_at: momentSchema,
      }),
    ),
    /** The directory knows the profile by this id; `null` means none. */
    profile_id: z.uuid().nullable(),
    commitments: z.array(runningCommitmentSchema),
    investing: investingSchema,
    /** Latest first. */
    tiers: z.array(
      z.object({
        id: z.uuid(),
        tier: z.enum(tiers),
        from: z.iso.date(),
        until: z.iso.date().nullable(),
        reason: z.string(),
        set_by_name: z.string().nullable(),
        created_at: momentSchema,
      }),
    ),
    can: z.object({
      suspend: z.boolean(),
      end: z.boolean(),
      reinstate: z.boolean(),
      hide_profile: z.boolean(),
      show_profile: z.boolean(),
      reset_two_factor: z.boolean(),
      sign_out: z.boolean(),
      resend_verification: z.boolean(),
      lift_sign_in_limit: z.boolean(),
      reset_mail_refusals: z.boolean(),
      change_tier: z.boolean(),
    }),
  })
  .meta({ id: "PersonDetail" });
export type PersonDetail = z.infer<typeof personDetailSchema>;
