import { sql, type Transaction } from "kysely";
import type { RunningCommitment } from "#shared/membership-requests/membership-requests.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { withCan } from "../../platform/http/policy.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { membershipPolicy } from "../membership-requests/policy.ts";
import { getMembershipRequest } from "../membership-requests/queries.ts";
import { recordAction } from "./record-action.ts";

type Standing = "suspended" | "ended" | "reinstated";

/**
 * Suspends, ends or reinstates an approved membership, and tells the person why. Twice the same changes nothing. Reinstating
 * somebody who was rejected approves them. What they committed ends with it. @throws HttpError for oneself, for an admin, for
 * somebody who is pending, and while shares are allocated to them in a deal that is not completed.
 */
export function changeStanding({ dependencies, actor }: Caller, userId: string, standing: Standing, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const ending = await findNotAllocated(tx, userId);
    const call = sql`change_membership_standing(${userId}, ${standing}, ${reason})`;
    const outcome = await runCommand<"changed" | "admitted" | "unchanged">(tx, call, "membership");
    if (outcome === "changed" || outcome === "admitted") {
      const kind = outcome === "admitted" ? "membership_approved" : (`membership_${standing}` as const);
      effects.audit(kind, userId, { action_id: await recordAction(tx, actor, userId, kind, reason) });
      if (outcome === "admitted") effects.publish("membership.approved", { user_id: userId });
      if (outcome === "admitted") effects.mail("membership-admitted", { user_id: userId });
      else if (standing === "reinstated") effects.mail("membership-reinstated", { user_id: userId });
      else {
        for (const { deal_id, number } of ending) effects.audit("commitment_withdrawn", deal_id, { number });
        const commitment_ids = ending.map(({ id }) => id);
        effects.mail(`membership-${standing}`, { user_id: userId, commitment_ids });
      }
    }
    return withCan(membershipPolicy, actor, await getMembershipRequest(tx, userId));
  });
}

async function findNotAllocated(tx: Transaction<DB>, userId: string): Promise<RunningCommitment[]> {
  const { rows } = await sql<{ found: RunningCommitment[] }>`select running_commitments(${userId}) as found`.execute(
    tx,
  );
  return (rows[0]?.found ?? []).filter(({ is_allocated }) => !is_allocated);
}
