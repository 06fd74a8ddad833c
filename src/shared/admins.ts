import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "./lists.ts";
import { membershipStatusSchema } from "./session.ts";
import { lineSchema } from "./text.ts";

export const userRoleSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  role: z.enum(["admin", "member"]),
  status: membershipStatusSchema,
  requested_at: momentSchema,
  approved_at: momentSchema.nullable(),
  approved_by: z.uuid().nullable(),
});

export const adminSchema = z.object({
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

export const adminCandidateSchema = z.object({
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

export const userRoleMessages = {
  given: "Admin role given",
  taken: "Admin role taken",
  isAdminNow: (name: string) => `${name} is an admin now.`,
  isAdminNoMore: (name: string) => `${name} is no admin any more.`,
  nobodyFound: "No approved member has that in their name or email address.",
  fetchFailed: "Failed to fetch admins.",
  searchFailed: "Failed to search for members.",
  giveFailed: "Failed to give the admin role.",
  takeFailed: "Failed to take the admin role.",
  ownRole: "You cannot change your own rights. Ask another admin.",
  notEligible: "Only an approved member whose email address is verified can be made an admin.",
  isFirstAdmin: "This person is one of the first admins, whom only the setting ADMIN_EMAILS can remove.",
} as const;
