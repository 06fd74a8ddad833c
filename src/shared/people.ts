import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "./lists.ts";
import { standingMessages } from "./membership-messages.ts";
import { membershipStatusSchema } from "./session.ts";
import { lineSchema, textSchema } from "./text.ts";

/** Sent to the person. */
export const reasonInputSchema = z.object({ reason: textSchema.trim().min(1, standingMessages.reasonMissing) });

export const userRoleSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  role: z.enum(["admin", "member"]),
  status: membershipStatusSchema,
  requested_at: momentSchema,
  approved_at: momentSchema.nullable(),
  approved_by: z.uuid().nullable(),
});

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
  can: z.object({ take_admin_role: z.boolean() }),
});
export type Admin = z.infer<typeof adminSchema>;
export const adminListSchema = listOf(adminSchema);

const adminCandidateSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string().nullable(),
  can: z.object({ give_admin_role: z.boolean() }),
});
export type AdminCandidate = z.infer<typeof adminCandidateSchema>;
export const adminCandidateListSchema = listOf(adminCandidateSchema);

/** @property q part of a name or e-mail, any letter case. */
export const adminCandidateQuerySchema = pageQuerySchema.extend({
  q: lineSchema.trim().min(1, "Please enter a name or an email address."),
});
