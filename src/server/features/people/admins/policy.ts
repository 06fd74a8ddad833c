import type { AdminCandidate } from "#shared/people/people.ts";
import type { Policy } from "../../../platform/http/policy.ts";

/** Of somebody whom the search found, which finds only approved members who are no admins. */
export const candidatePolicy: Policy<Pick<AdminCandidate, "id">, keyof AdminCandidate["can"]> = (actor, { id }) => ({
  propose: actor.isAdmin && actor.userId !== id,
});
