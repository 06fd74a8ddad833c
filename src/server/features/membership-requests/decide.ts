import { membershipRequestMessages, userRoleMessages } from "#shared/membership-messages.ts";
import type { MembershipStatus } from "#shared/session.ts";
import type { Caller } from "../../context.ts";
import { transition } from "../../platform/db/transition.ts";
import type { Actor } from "../../platform/db/types.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { membershipPolicy } from "./policy.ts";
import { getMembershipRequest } from "./queries.ts";

/** Deciding the same twice changes nothing. @throws HttpError when there is no such request, it is one's own, or was decided otherwise. */
export function decide({ dependencies, actor }: Caller, userId: string, decision: "approved" | "rejected") {
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await transition(tx, { table: "user_roles", id: userId, from: ["pending"], to: decision });
    if (!outcome) throw notFound("membership request");
    const request = withCan(membershipPolicy, actor, await getMembershipRequest(tx, userId));
    if (outcome === "conflict") throw conflictWith(request, actor);
    if (outcome === "changed") {
      effects.audit(`membership_${decision}`, userId);
      effects.notify(userId, `membership_${decision}`);
      effects.mail(`membership-${decision}`, { user_id: userId });
    }
    return request;
  });
}

function conflictWith(record: { user_id: string; status: MembershipStatus }, { userId }: Actor): HttpError {
  if (record.user_id === userId) return new HttpError(409, "own_role", userRoleMessages.ownRole, { record });
  if (record.status !== "pending") {
    return new HttpError(409, "already_reviewed", membershipRequestMessages.alreadyDecided, { record });
  }
  return new HttpError(409, "person_is_admin", membershipRequestMessages.personIsAdmin, { record });
}
