import { z } from "zod";
import { membershipStatusSchema } from "#shared/account/session.ts";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { textSchema } from "#shared/text.ts";

/** The commitment is of a round that is not over. Once shares are allocated, the membership is neither suspended nor ended. */
export const runningCommitmentSchema = z.object({
  id: z.uuid(),
  deal_id: z.uuid(),
  /** The number is unique within its deal. */
  number: z.int(),
  company_name: z.string(),
  /** What is due for the shares that are allocated; before, what they cost at most without the fee. */
  pence: z.int(),
  is_allocated: z.boolean(),
});
export type RunningCommitment = z.infer<typeof runningCommitmentSchema>;

/** The `member` row of user_roles, with the person. */
export const membershipRequestSchema = namedObject("MembershipRequest", {
  id: z.uuid(),
  user_id: z.uuid(),
  role: z.literal("member"),
  status: membershipStatusSchema,
  requested_at: momentSchema,
  /** Set for rejections too. */
  approved_at: momentSchema.nullable(),
  approved_by: z.uuid().nullable(),
  /** Name or e-mail; null while pending, for a former admin, or automatic. */
  approved_by_name: z.string().nullable(),
  /** Approved on registration: imported people and first admins. */
  is_decided_by_club: z.boolean(),
  email: z.string(),
  email_verified: z.boolean(),
  full_name: z.string().nullable(),
  is_admin: z.boolean(),
  /** At most one of the two is set, and that of an approved member alone. */
  suspended_at: momentSchema.nullable(),
  ended_at: momentSchema.nullable(),
  commitments: z.array(runningCommitmentSchema),
  can: z.object({
    approve: z.boolean(),
    reject: z.boolean(),
    suspend: z.boolean(),
    end: z.boolean(),
    reinstate: z.boolean(),
  }),
});
export type MembershipRequest = z.infer<typeof membershipRequestSchema>;

export const membershipRejectionSchema = namedObject("MembershipRejection", {
  /** The person is told it by email; the audit shows it. */
  reason: textSchema.trim().nullish(),
});

export const membershipRequestListSchema = listOf(membershipRequestSchema).meta({ id: "MembershipRequestList" });
