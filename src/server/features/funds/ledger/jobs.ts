import { sql } from "kysely";
import { type JobContext, nightly, scheduled } from "../../../platform/jobs/job.ts";
import { tellOfDifference } from "./tell-of-difference.ts";

export const ledgerJobs = {
  /** Each deal's entries against zero and against the bank's list; a difference is told once. */
  "ledger-checks": nightly(async ({ asOwner, now, log }: JobContext) => {
    await asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{ deal_id: string }>`
        select deal_id from check_ledgers(${now()}) as deal_id`.execute(tx);
      for (const { deal_id } of rows) await tellOfDifference(tx, effects, deal_id);
      if (rows.length > 0) log.error({ deals: rows.map(({ deal_id }) => deal_id) }, "ledger and bank differ");
    });
  }),
  /** One that a bank file brought to light. */
  "ledger-difference": scheduled(({ asOwner }: JobContext, { deal_id }: { deal_id: string }) =>
    asOwner(null, (tx, effects) => tellOfDifference(tx, effects, deal_id)),
  ),
};
