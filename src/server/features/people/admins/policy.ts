import type { Admin, AdminCandidate } from "#shared/people/people.ts";
import type { Policy } from "../../../platform/http/policy.ts";

export const adminPolicy: Policy<Pick<Admin, "id" | "is_first_admin">, keyof Admin["can"]> = (
  actor,
  { id, is_first_admin },
) => ({ take_admin_role: actor.isAdmin && actor.userId !== id && !is_first_admin });

/** Of somebody whom the search found, which finds only approved members who are no admins. */
export const candidatePolicy: Policy<Pick<AdminCandidate, "id">, keyof AdminCandidate["can"]> = (actor, { id }) => ({
  give_admin_role: actor.isAdmin && actor.userId !== id,
});
