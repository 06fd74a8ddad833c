import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface Row extends Pick<MembershipRequest, "user_id" | "status" | "is_admin" | "commitments"> {
  suspended_at: Date | null;
  ended_at: Date | null;
}

/** Nobody changes their own membership, and an admin's role is taken before their membership is. */
export const membershipPolicy: Policy<Row, keyof MembershipRequest["can"]> = (actor, membership) => {
  const isOtherAdmin = actor.isAdmin && actor.userId !== membership.user_id;
  const isPending = isOtherAdmin && membership.status === "pending";
  const isApproved = isOtherAdmin && membership.status === "approved" && !membership.is_admin;
  const isRejected = isOtherAdmin && membership.status === "rejected" && !membership.is_admin;
  const isSuspended = membership.suspended_at !== null;
  const hasEnded = membership.ended_at !== null;
  const isInRound = membership.commitments.some(({ is_allocated }) => is_allocated);
  return {
    approve: isPending,
    reject: isPending && !membership.is_admin,
    suspend: isApproved && !isSuspended && !hasEnded && !isInRound,
    end: isApproved && !hasEnded && !isInRound,
    reinstate: (isApproved && (isSuspended || hasEnded)) || isRejected,
  };
};
