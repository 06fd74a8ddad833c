import { z } from "zod";
import { ownPasswordSchema } from "#shared/account/session.ts";
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
  can: z.object({ execute: z.boolean() }),
});
export type DeletionRequest = z.infer<typeof deletionRequestSchema>;

export const deletionRequestListSchema = listOf(deletionRequestSchema).meta({ id: "DeletionRequestList" });

export const submissionViewSchema = namedObject("SubmissionView", {
  viewed_at: momentSchema,
  /** Null for a deleted admin. */
  viewer_name: z.string().nullable(),
});
export type SubmissionView = z.infer<typeof submissionViewSchema>;
