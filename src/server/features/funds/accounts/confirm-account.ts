import { sql, type Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { scheduleClock } from "../calls/call-funds.ts";
import { listDueTimes } from "./account-queries.ts";

interface Confirming {
  dealId: string;
  kind: "collection" | "company";
  /** The signer who called back, and whom; without a note where the account is known. */
  by: string | null;
  note: string | null;
  /** Of another partner, or changed: nothing is called to it for a day. */
  isNew: boolean;
  now: Date;
}

export async function confirmAccount(
  { tx, effects }: { tx: Transaction<DB>; effects: Effects },
  { dealId, kind, by, note, isNew, now }: Confirming,
): Promise<void> {
  if (kind === "company") {
    await sql`select confirm_company_account(${dealId}, ${by}, ${note})`.execute(tx);
    effects.audit("company_account_confirmed", dealId, {}, by);
    return;
  }
  await sql`select confirm_collection_account(${dealId}, ${by}, ${note}, ${isNew})`.execute(tx);
  effects.audit("collection_account_confirmed", dealId, {}, by);
  const account = await tx
    .selectFrom("collection_accounts")
    .select("frozen_until")
    .where("deal_id", "=", dealId)
    .where("confirmed_at", "is not", null)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  if (!account?.frozen_until) return;
  scheduleClock(effects, dealId, [now, account.frozen_until, ...(await listDueTimes(tx, dealId))]);
  effects.schedule("deal-clock", { deal_id: dealId }, account.frozen_until);
}
