import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { collectionAccountConfirmSchema, collectionAccountInputSchema } from "#shared/funds.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { type AccountRow, accountPolicy } from "./policy.ts";

/** The one that members pay to, and the one that waits for a second admin. */
export async function readAccounts(db: Kysely<DB>, actor: PolicyActor, dealId: string) {
  const rows = await db
    .selectFrom("collection_account_list")
    .select(["id", "account_name", "sort_code", "account_number", "bank", "partner", "entered_at", "entered_by"])
    .select(["entered_by_name", "confirmed_at", "confirmed_by_name", "call_back_note", "frozen_until"])
    .select(["is_waiting", "is_left_to_author"])
    .where("deal_id", "=", dealId)
    .execute();
  return currentAndEntered(actor, rows);
}

/** Of a deal's accounts of one kind: the confirmed one, and the one that waits for a second admin. */
export function currentAndEntered<Row extends AccountRow>(actor: PolicyActor, rows: readonly Row[]) {
  const find = (isWaiting: boolean) => {
    const row = rows.find(({ is_waiting }) => is_waiting === isWaiting);
    if (!row) return null;
    const { entered_by, is_waiting, is_left_to_author, ...account } = row;
    return { ...account, can: accountPolicy(actor, { entered_by, is_waiting, is_left_to_author }) };
  };
  return { current: find(false), entered: find(true) };
}

/** @returns null where there is no such deal. */
export async function enterAccount(
  tx: Transaction<DB>,
  dealId: string,
  account: z.output<typeof collectionAccountInputSchema>,
): Promise<"entered" | "closed" | null> {
  const { account_name, sort_code, account_number, bank, partner } = account;
  const { rows } = await sql<{ outcome: "entered" | "closed" | null }>`
    select enter_collection_account(${dealId}, ${account_name}, ${sort_code}, ${account_number}, ${bank}, ${partner})
           as outcome`.execute(tx);
  return rows[0]?.outcome ?? null;
}

type Confirmation = "confirmed" | "confirmed_alone" | "second_person_required" | "closed";

/** @returns null where there is no such account. */
export async function confirmAccount(
  tx: Transaction<DB>,
  dealId: string,
  { id, call_back_note }: z.output<typeof collectionAccountConfirmSchema>,
): Promise<Confirmation | null> {
  const { rows } = await sql<{ outcome: Confirmation | null }>`
    select confirm_collection_account(${dealId}, ${id}, ${call_back_note}) as outcome`.execute(tx);
  return rows[0]?.outcome ?? null;
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
