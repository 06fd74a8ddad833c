import { z } from "zod";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineSchema, textSchema } from "#shared/text.ts";
import { secondPersonReasons } from "./second-person.ts";
import { signatoryCapacities, signatoryMessages } from "./signatory-messages.ts";

/** Of a record that one admin entered and another confirms, for its reader. */
export const secondPersonFields = {
  refusal: z.enum(secondPersonReasons).nullable(),
  /** When that ends by itself: the reader, or of what they entered another admin, can confirm it. */
  confirmable_from: momentSchema.nullable(),
};

/** The fields are of what is confirmed by or for somebody who has a part in it; `null` of anything else. */
export const announcedFields = {
  /** 24 hours after it was confirmed, unless an admin withdraws or refuses it. */
  takes_effect_at: momentSchema.nullable(),
  announced_by_name: z.string().nullable(),
};

export const signatoryInputSchema = namedObject("SignatoryInput", {
  user_id: z.uuid(),
  capacity: z.enum(signatoryCapacities),
  how_known: lineSchema.trim().min(1, signatoryMessages.howKnownMissing),
});

export const signatoryReasonSchema = namedObject("SignatoryReason", {
  reason: textSchema.trim().min(1, signatoryMessages.reasonMissing),
});

const objectionSchema = z.object({
  id: z.uuid(),
  by_name: z.string().nullable(),
  reason: z.string(),
  objected_at: momentSchema,
  withdrawn_at: momentSchema.nullable(),
  is_own: z.boolean(),
});

/** Somebody who signs for the club's money, or is proposed to. */
export const signatorySchema = namedObject("Signatory", {
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string().nullable(),
  /** Admins alone read it. */
  email: z.string().nullable(),
  capacity: z.enum(signatoryCapacities),
  /** `setting` is ADMIN_EMAILS; who is taken over was an admin before there were proposals. */
  origin: z.enum(["proposed", "setting", "taken_over"]),
  how_known: z.string().nullable(),
  proposed_at: momentSchema,
  proposed_by_name: z.string().nullable(),
  /** The first of two members, where nobody else is standing. */
  member_confirmed_by_name: z.string().nullable(),
  confirmed_at: momentSchema.nullable(),
  confirmed_by_name: z.string().nullable(),
  announced_at: momentSchema.nullable(),
  /** A week after the announcement, unless somebody objects. */
  stands_from: momentSchema.nullable(),
  standing_since: momentSchema.nullable(),
  is_objected_to: z.boolean(),
  objections: z.array(objectionSchema),
  end_proposed_at: momentSchema.nullable(),
  end_proposed_by_name: z.string().nullable(),
  end_member_confirmed_by_name: z.string().nullable(),
  end_reason: z.string().nullable(),
  is_first_admin: z.boolean(),
  is_own: z.boolean(),
  /** Nobody else is standing, so that two members confirm. */
  needs_members: z.boolean(),
  refusal: z.enum(secondPersonReasons).nullable(),
  can: z.object({
    confirm: z.boolean(),
    refuse: z.boolean(),
    propose_end: z.boolean(),
    confirm_end: z.boolean(),
    withdraw_end: z.boolean(),
    object: z.boolean(),
    withdraw_objection: z.boolean(),
  }),
});
export type Signatory = z.infer<typeof signatorySchema>;
export const signatoryListSchema = listOf(signatorySchema).meta({ id: "SignatoryList" });
