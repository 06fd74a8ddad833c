import { sql } from "kysely";
import type { Caller } from "../../context.ts";
import { withCan } from "../../platform/http/policy.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { membershipPolicy } from "../membership-requests/policy.ts";
import { getMembershipRequest } from "../membership-requests/queries.ts";
import { recordAction } from "./record-action.ts";

type Standing = "suspended" | "ended" | "reinstated";

/**
 * Suspends, ends or reinstates an approved membership, and tells the person why. Twice the same changes nothing. Reinstating
 * somebody who was rejected approves them. @throws HttpError for oneself, for an admin, and for somebody who is pending.
 */
export function changeStanding({ dependencies, actor }: Caller, userId: string, standing: Standing, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const call = sql`change_membership_standing(${userId}, ${standing}, ${reason})`;
    const outcome = await runCommand<"changed" | "admitted" | "unchanged">(tx, call, "membership");
    if (outcome === "changed" || outcome === "admitted") {
      const kind = outcome === "admitted" ? "membership_approved" : (`membership_${standing}` as const);
      effects.audit(kind, userId, { action_id: await recordAction(tx, actor, userId, kind, reason) });
      if (outcome === "admitted") effects.publish("membership.approved", { user_id: userId });
      effects.mail(outcome === "admitted" ? "membership-admitted" : `membership-${standing}`, { user_id: userId });
    }
    return withCan(membershipPolicy, actor, await getMembershipRequest(tx, userId));
  });
}
