import { sql } from "kysely";
import { membershipRequestMessages, standingMessages, userRoleMessages } from "#shared/membership-messages.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { membershipPolicy } from "../membership-requests/policy.ts";
import { getMembershipRequest } from "../membership-requests/queries.ts";
import { recordAction } from "./record-action.ts";

type Standing = "suspended" | "ended" | "reinstated";
type Outcome = "changed" | "admitted" | "unchanged" | "undecided" | "ended" | "own" | "admin" | null;

/**
 * Suspends, ends or reinstates an approved membership, and tells the person why. Twice the same changes nothing. Reinstating
 * somebody who was rejected approves them. @throws HttpError for oneself, for an admin, and for somebody who is pending.
 */
export function changeStanding({ dependencies, actor }: Caller, userId: string, standing: Standing, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: Outcome }>`
      select change_membership_standing(${userId}, ${standing}, ${reason}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome ?? null;
    if (outcome === null) throw notFound("membership");
    if (outcome === "own") throw new HttpError(409, "own_role", userRoleMessages.ownRole);
    if (outcome === "admin") throw new HttpError(409, "person_is_admin", membershipRequestMessages.personIsAdmin);
    if (outcome === "undecided") throw new HttpError(409, "not_a_member", standingMessages.notAMember);
    if (outcome === "ended") throw new HttpError(409, "not_a_member", standingMessages.hasEnded);
    if (outcome === "changed" || outcome === "admitted") {
      const kind = outcome === "admitted" ? "membership_approved" : (`membership_${standing}` as const);
      effects.audit(kind, userId, { action_id: await recordAction(tx, actor, userId, kind, reason) });
      if (outcome === "admitted") effects.publish("membership.approved", { user_id: userId });
      effects.mail(outcome === "admitted" ? "membership-admitted" : `membership-${standing}`, { user_id: userId });
    }
    return withCan(membershipPolicy, actor, await getMembershipRequest(tx, userId));
  });
}
