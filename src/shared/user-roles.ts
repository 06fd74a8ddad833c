import { z } from "zod";
import { momentSchema } from "./lists.ts";
import { membershipStatusSchema } from "./session.ts";

export const userRoleSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  role: z.enum(["admin", "member"]),
  status: membershipStatusSchema,
  requested_at: momentSchema,
  approved_at: momentSchema.nullable(),
  approved_by: z.uuid().nullable(),
});

export const userRoleMessages = {
  ownRole: "You cannot change your own rights. Ask another admin.",
  isFirstAdmin: "This person is one of the first admins, whom only the setting ADMIN_EMAILS can remove.",
} as const;
