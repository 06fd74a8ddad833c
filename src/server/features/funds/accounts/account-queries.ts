import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";

/** The one that members pay to, and the one that waits to be signed. */
export async function readAccounts(db: Kysely<DB>, dealId: string) {
  const rows = await listedAccounts(db).where("deal_id", "=", dealId).execute();
  const found = sortAccounts(rows);
  return { ...found, last: rows.length === 0 ? await findLastAccount(db, dealId) : null };
}

const listedAccounts = (db: Kysely<DB>) =>
  db
    .selectFrom("collection_account_list")
    .select(["id", "account_name", "sort_code", "account_number", "bank", "partner", "entered_at"])
    .select(["entered_by_name", "confirmed_at", "confirmed_by_name", "call_back_note", "frozen_until", "is_waiting"]);

/** Returns null where the account's deal still needs it. */
async function findLastAccount(db: Kysely<DB>, dealId: string) {
  const last = await listedAccounts(db)
    .select(sql<boolean>`is_account_free(${dealId}, sort_code, account_number)`.as("is_free"))
    .where("deal_id", "<>", dealId)
    .where("confirmed_at", "is not", null)
    .orderBy("confirmed_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last?.is_free) return null;
  const { is_free: _free, ...account } = last;
  return sortAccounts([account]).current;
}

/** Of a deal's accounts of one kind: the confirmed one, and the one that waits to be signed. */
export function sortAccounts<Row extends { is_waiting: boolean }>(rows: readonly Row[]) {
  const toAccount = (row: Row | undefined) => {
    if (!row) return null;
    const { is_waiting: _waits, ...account } = row;
    return account;
  };
  return {
    current: toAccount(rows.find(({ is_waiting }) => !is_waiting)),
    entered: toAccount(rows.find(({ is_waiting }) => is_waiting)),
  };
}

export async function listDueTimes(tx: Transaction<DB>, dealId: string): Promise<Date[]> {
  const rows = await tx
    .selectFrom("commitments")
    .select(["due_at", "grace_until"])
    .distinct()
    .where("deal_id", "=", dealId)
    .where("state", "in", ["called", "part_paid"])
    .execute();
  return rows.flatMap(({ due_at, grace_until }) => (due_at && grace_until ? [due_at, grace_until] : []));
}
