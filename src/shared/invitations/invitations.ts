import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { emailSchema, nameSchema, textSchema } from "#shared/text.ts";
import { maximumEmailLength } from "#shared/text-rules.ts";

export const invitationCodeLength = 10;
/** Look-alikes are left out: 0 O 1 I L. */
export const invitationCodeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

export const maximumNoteLength = 1000;

export const invitationInputSchema = namedObject("InvitationInput", {
  email: z.string().trim().min(1, "Please enter an email address.").pipe(emailSchema),
  /** Theirs unless they type another. */
  full_name: nameSchema.nullish().transform((name) => name || null),
  /** Theirs from the day on which they are approved. */
  tier: z
    .union([z.enum(tiers), z.literal("")])
    .nullish()
    .transform((tier) => tier || null),
  /** The email says it in the admin's name. */
  note: textSchema
    .trim()
    .max(maximumNoteLength, `Please use at most ${maximumNoteLength} characters`)
    .nullish()
    .transform((note) => note || null),
  /** Replaces an unused invitation. */
  replace: z.boolean().default(false),
});
export type InvitationInput = z.input<typeof invitationInputSchema>;

export const invitationSchema = namedObject("Invitation", {
  id: z.uuid(),
  email: z.string(),
  code: z.string(),
  created_at: momentSchema,
  expires_at: momentSchema,
  used_at: momentSchema.nullable(),
  used_by: z.uuid().nullable(),
  created_by: z.uuid().nullable(),
  full_name: z.string().nullable(),
  tier: z.enum(tiers).nullable(),
  note: z.string().nullable(),
});

export const currentInvitationSchema = invitationSchema
  .extend({
    can: z.object({ resend: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: "CurrentInvitation" });
export type Invitation = z.infer<typeof currentInvitationSchema>;

/** The names are `null` for nobody or a deleted account. */
const listedInvitationSchema = currentInvitationSchema.extend({
  created_by_name: z.string().nullable(),
  used_by_name: z.string().nullable(),
  used_by_email: z.string().nullable(),
});
export type ListedInvitation = z.infer<typeof listedInvitationSchema>;

export const invitationListSchema = listOf(listedInvitationSchema).meta({ id: "InvitationList" });

export const invitationStates = ["unused", "used", "expired"] as const;
export type InvitationState = (typeof invitationStates)[number];

export const invitationLifetimeDays = 30;

export const invitationMessages = {
  usedCannotBeDeleted: "A used invitation cannot be deleted.",
  exists: "This email address already has an unused invitation.",
  codeSent: (email: string) => `The code is on its way to ${email}.`,
  noMailServer: (email: string) => `No mail server is set, so ${email} gets no email: copy the code and pass it on.`,
} as const;

export const invitationQuerySchema = pageQuerySchema.extend({
  /** Part of the e-mail, any letter case. */
  q: z.string().trim().toLowerCase().max(maximumEmailLength).optional(),
  state: z.enum(invitationStates).optional(),
});
export type InvitationQuery = z.infer<typeof invitationQuerySchema>;
