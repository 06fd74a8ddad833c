import { z } from "zod";
import { ownPasswordSchema } from "#shared/account/session.ts";
import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";

/** Required for accounts with a password. */
export const deletionRequestInputSchema = namedObject("DeletionRequestInput", {
  password: ownPasswordSchema().optional(),
});

export const ownDeletionRequestSchema = namedObject("OwnDeletionRequest", {
  requested_at: momentSchema,
  due_at: momentSchema,
});

const deletionRequestSchema = ownDeletionRequestSchema.extend({
  id: z.uuid(),
  user_id: z.uuid(),
  email: z.string(),
  full_name: z.string().nullable(),
  /** Named in ADMIN_EMAILS, which would invite the address again. */
  is_first_admin: z.boolean(),
  /** Admins once this one is gone; null for somebody who is no admin. */
  admins_left: z.int().nullable(),
  /** Shares that the person holds, by company. */
  holdings: z.array(z.object({ company_name: z.string(), shares: z.int() })),
  commitments: z.array(
    z.object({
      company_name: z.string(),
      state: z.enum(commitmentStates),
      owes_pence: z.int(),
      is_owed_pence: z.int(),
    }),
  ),
  /** The London day until which the law asks for the investor record; null where nothing is kept. */
  kept_until: z.string().nullable(),
  can: z.object({ execute: z.boolean() }),
});
export type DeletionRequest = z.infer<typeof deletionRequestSchema>;

export const deletionRequestListSchema = listOf(deletionRequestSchema).meta({ id: "DeletionRequestList" });

export const submissionViewSchema = namedObject("SubmissionView", {
  viewed_at: momentSchema,
  /** It is `null` for a deleted admin. */
  viewer_name: z.string().nullable(),
});
export type SubmissionView = z.infer<typeof submissionViewSchema>;
