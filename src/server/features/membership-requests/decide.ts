import { sql } from "kysely";
import { userRoleMessages } from "#shared/admins.ts";
import { membershipRequestMessages } from "#shared/membership-requests.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { getMembershipRequest } from "./queries.ts";

/** Deciding the same twice changes nothing. @throws HttpError when there is no such request, it is one's own, or was decided otherwise. */
export function decide({ dependencies, actor }: Caller, userId: string, decision: "approved" | "rejected") {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: "changed" | "unchanged" | "decided" | "own" | "admin" | null }>`
      select case ${decision} when 'approved' then approve_user_membership(${userId})
                              else reject_user_membership(${userId}) end as outcome`.execute(tx);
    const outcome = rows[0]?.outcome ?? null;
    if (outcome === null) throw notFound("membership request");
    if (outcome === "own") throw new HttpError(409, "own_role", userRoleMessages.ownRole);
    if (outcome === "admin") throw new HttpError(409, "person_is_admin", membershipRequestMessages.personIsAdmin);
    if (outcome === "decided") throw new HttpError(409, "already_reviewed", membershipRequestMessages.alreadyDecided);
    if (outcome === "changed") {
      effects.audit(`membership_${decision}`, userId);
      effects.mail({ template: `membership-${decision}`, user_id: userId });
    }
    return getMembershipRequest(tx, userId);
  });
}
