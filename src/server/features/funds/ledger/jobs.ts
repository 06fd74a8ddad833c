import { sql, type Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { type JobContext, nightly, scheduled } from "../../../platform/jobs/job.ts";

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

/** Every admin and everybody from whom something was called, once each. */
async function tellOfDifference(tx: Transaction<DB>, effects: Effects, dealId: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`select user_id from ledger_readers(${dealId}) as user_id`.execute(tx);
  effects.audit("ledger_mismatch", dealId);
  for (const { user_id } of rows) {
    effects.notify(user_id, "ledger_mismatch", dealId);
    effects.mail("ledger-mismatch", { user_id, deal_id: dealId });
  }
}
