import { sql } from "kysely";
import type { z } from "zod";
import type { closingInputSchema } from "#shared/deals/deals.ts";
import type { Caller } from "../../context.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { listToldOfClosing } from "../commitments/queries.ts";
import { changeDeal } from "./deal-record.ts";

/** Earlier or later, at least a day ahead; members are told once another admin has announced the same time. @throws HttpError 409 for a deal that is not open and for a proposal that was not read, 422 that names the field. */
export const announceClosing = (
  caller: Caller,
  id: string,
  { closes_at, reason, expected_proposal_id }: z.output<typeof closingInputSchema>,
) =>
  changeDeal(caller, async ({ tx, effects }) => {
    const done = await runCommand<"proposed" | "confirmed">(
      tx,
      sql`announce_closing(${id}, ${closes_at}, ${reason}, ${expected_proposal_id})`,
      "deal",
    );
    if (done === "proposed") {
      effects.audit("deal_closing_proposed", id, { closes_at });
      return id;
    }
    for (const { user_id, commitment_id } of await listToldOfClosing(tx, id)) {
      effects.mail("closing-announced", { user_id, deal_id: id, ...(commitment_id && { commitment_id }) });
      if (commitment_id) effects.notify(user_id, "commitment_closing", commitment_id);
      else effects.notify(user_id, "deal_closing", id);
    }
    effects.schedule("deal-clock", { deal_id: id }, new Date(closes_at));
    effects.audit("deal_closing_announced", id, { closes_at });
    return id;
  });
