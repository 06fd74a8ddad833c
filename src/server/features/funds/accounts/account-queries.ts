import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { type AccountRow, accountPolicy } from "./policy.ts";

/** The one that members pay to, the one that waits for a second admin, and the one that was rejected last. */
export async function readAccounts(db: Kysely<DB>, actor: PolicyActor, dealId: string) {
  const rows = await db
    .selectFrom("collection_account_list")
    .select(["id", "account_name", "sort_code", "account_number", "bank", "partner", "entered_at", "entered_by"])
    .select(["entered_by_name", "confirmed_at", "confirmed_by_name", "call_back_note", "frozen_until"])
    .select(["is_waiting", "refusal", "rejected_at", "rejected_by_name", "rejection"])
    .where("deal_id", "=", dealId)
    .execute();
  return sortAccounts(actor, rows);
}

interface ListedAccount extends AccountRow {
  entered_by: string | null;
  account_name: string;
  sort_code: string;
  account_number: string;
  entered_by_name: string | null;
  confirmed_at: Date | string | null;
  rejected_at: Date | null;
  rejected_by_name: string | null;
  rejection: string | null;
}

/** Of a deal's accounts of one kind: the confirmed one, the one that waits for a second admin, and the one that was rejected last. */
export function sortAccounts<Row extends ListedAccount>(actor: PolicyActor, rows: readonly Row[]) {
  const toAccount = (row: Row | undefined) => {
    if (!row) return null;
    const {
      entered_by: _author,
      is_waiting,
      refusal,
      rejected_at: _at,
      rejected_by_name: _by,
      rejection: _,
      ...account
    } = row;
    return { ...account, can: accountPolicy(actor, { is_waiting, refusal }) };
  };
  return {
    current: toAccount(rows.find(({ confirmed_at }) => confirmed_at !== null)),
    entered: toAccount(rows.find(({ is_waiting }) => is_waiting)),
    rejected: toRejected(rows.find(({ rejected_at }) => rejected_at !== null)),
  };
}

function toRejected(row: ListedAccount | undefined) {
  if (!row?.rejected_at || row.rejection === null) return null;
  const { account_name, sort_code, account_number, entered_by_name, rejected_at, rejected_by_name, rejection } = row;
  return {
    ...{ account_name, sort_code, account_number, entered_by_name, rejected_by_name, rejection },
    rejected_at: rejected_at.toISOString(),
  };
}

/** When the clock of those who have still to pay has to be looked at. */
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
