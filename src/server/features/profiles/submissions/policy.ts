import type { Submission } from "#shared/profiles/profile-submissions.ts";
import type { Policy } from "../../../platform/http/policy.ts";

export const submissionPolicy: Policy<Pick<Submission, "user_id" | "status">, keyof Submission["can"]> = (
  actor,
  { user_id, status },
) => ({
  approve: actor.isAdmin && status === "pending",
  reject: actor.isAdmin && status === "pending",
  revise: actor.isMember && actor.userId === user_id && status === "rejected",
});
