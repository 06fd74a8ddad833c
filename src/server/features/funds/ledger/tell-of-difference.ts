import { sql, type Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";

/** Every admin and everybody from whom something was called, once each. */
export async function tellOfDifference(tx: Transaction<DB>, effects: Effects, dealId: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`select user_id from ledger_readers(${dealId}) as user_id`.execute(tx);
  effects.audit("ledger_mismatch", dealId);
  for (const { user_id } of rows) {
    effects.notify(user_id, "ledger_mismatch", dealId);
    effects.mail("ledger-mismatch", { user_id, deal_id: dealId });
  }
}
