import { sql } from "kysely";
import type { Caller } from "../../../context.ts";
import { readClosingSums } from "./closing-queries.ts";

/** A mail and a notice to each, who was not reminded on this day. */
export const nudgeMembers = ({ dependencies, actor }: Caller, dealId: string): Promise<{ members: number }> =>
  dependencies.asActor(actor, async (tx, effects) => {
    await readClosingSums(tx, dealId);
    const { rows } = await sql<{ commitment_id: string; user_id: string }>`
      select commitment_id, user_id from nudge_members(${dealId})`.execute(tx);
    for (const { commitment_id, user_id } of rows) {
      effects.notify(user_id, "funds_nudge", commitment_id);
      effects.mail("funds-nudge", { commitment_id });
    }
    if (rows.length > 0) effects.audit("members_reminded", dealId, { members: rows.length });
    return { members: rows.length };
  });
