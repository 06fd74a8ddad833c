import { sql, type Transaction } from "kysely";
import type { MembershipRequest, RunningCommitment } from "#shared/membership-requests/membership-requests.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { adminRequired } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import type { Policy } from "../../platform/http/policy.ts";

const requestColumns = [
  "q.id",
  "q.user_id",
  "q.role",
  "q.status",
  "q.requested_at",
  "q.approved_at",
  "q.approved_by",
  "q.approved_by_name",
  "q.is_decided_by_club",
  "q.email",
  "q.email_verified",
  "q.full_name",
  "q.is_admin",
  "q.suspended_at",
  "q.ended_at",
] as const;

const ownCommitments = sql.ref<RunningCommitment[]>("q.commitments").as("commitments");

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  status: "pending" | "decided";
}

export function listMembershipRequests(tx: Transaction<DB>, { status, ...page }: ListQuery) {
  const requests = tx
    .selectFrom("user_roles as r")
    // Lateral with LIMIT: index order per row, instead of evaluating the whole view.
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("membership_requests as q")
          .select(requestColumns)
          .select(ownCommitments)
          .whereRef("q.user_id", "=", "r.user_id")
          .where("q.is_first_admin", "=", false)
          .limit(1)
          .as("m"),
      (join) => join.onTrue(),
    )
    .selectAll("m")
    .where("r.role", "=", "member")
    .where("r.status", status === "pending" ? "=" : "<>", "pending");
  return keysetPage(requests, newestFirst(status === "pending" ? "r.requested_at" : "r.approved_at", "r.id"), page);
}

/** @throws HttpError for an admin whose role was removed meanwhile. */
export const getMembershipRequest = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom("membership_requests as q")
    .select(requestColumns)
    .select(ownCommitments)
    .where("q.user_id", "=", userId)
    .executeTakeFirstOrThrow(adminRequired);

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
