import { type Kysely, sql, type Transaction } from "kysely";
import type { Costs } from "#shared/commitments/commitments.ts";
import { affordableShares, minimumShares } from "#shared/commitments/share-costs.ts";
import type { CalledCommitment, OwnCall } from "#shared/funds/funds.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { runCommand } from "../../../platform/http/run-command.ts";

interface OwnCallRow extends Omit<OwnCall, "called_at" | "due_at" | "grace_until" | "held_at" | "fewer" | "can"> {
  called_at: Date;
  due_at: Date;
  grace_until: Date;
  held_at: Date | null;
  state: string;
  price: string;
  fee_bp: number;
  minimum_pence: number;
}

/** Finds the call of the caller's own commitment. @returns undefined for another's, and before it is called. */
export async function findOwnCall(db: Kysely<DB>, id: string, now: Date) {
  const { rows } = await sql<OwnCallRow>`select f.*, borne_for(${id}) as borne_pence from own_call(${id}) f`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { state, price, fee_bp, minimum_pence, ...call } = row;
  const isOpen = ["called", "part_paid"].includes(state) && call.open_pence > 0;
  const fewer = fewerShares(row);
  const isToChoose = state === "part_paid" && now >= call.grace_until;
  return {
    ...call,
    fewer: fewer && { ...fewer, back_pence: Math.max(0, call.applied_pence - call.borne_pence - fewer.due_pence) },
    can: {
      pay: isOpen && call.frozen_until === null && !isToChoose,
      hold: isOpen && call.held_at === null && now < call.grace_until,
      take_fewer: isToChoose,
    },
  };
}

interface PartPaid {
  state: string;
  applied_pence: number;
  price: string;
  fee_bp: number;
  minimum_pence: number;
}

/** Works out what a part of the money pays for. @returns null below the smallest commitment. */
export function fewerShares({ state, applied_pence, price, fee_bp, minimum_pence }: PartPaid): Costs | null {
  if (state !== "part_paid") return null;
  const { shares, costPence, feePence, duePence } = affordableShares({ price, feeBp: fee_bp }, applied_pence);
  if (shares < minimumShares(price, minimum_pence)) return null;
  return { shares, cost_pence: costPence, fee_pence: feePence, due_pence: duePence };
}

/** @param fewer null where too little arrived. */
export const takeFewer = (tx: Transaction<DB>, id: string, fewer: Costs | null) =>
  runCommand(
    tx,
    sql`take_fewer_shares(${id}, ${fewer?.shares ?? null}, ${fewer?.cost_pence ?? null}, ${fewer?.fee_pence ?? null})`,
    "commitment",
  );

interface AfterRow extends Omit<CalledCommitment, "due_at" | "grace_until"> {
  due_at: Date;
  grace_until: Date;
}

/** For admins, after they changed it. */
export async function getCalledCommitment(tx: Transaction<DB>, id: string): Promise<AfterRow> {
  const { rows } = await sql<AfterRow>`select * from commitment_after(${id})`.execute(tx);
  if (!rows[0]) throw new Error(`There is no commitment ${id}.`);
  return rows[0];
}

interface Details {
  deal_id: string;
  account_name: string;
  sort_code: string;
  account_number: string;
  bank: string;
  partner: string;
  amount_pence: number;
  reference: string;
  confirmed_at: Date;
  is_called_back: boolean;
}

/** @returns undefined where it is not the caller's. */
export async function readPaymentDetails(tx: Transaction<DB>, id: string): Promise<Details | undefined> {
  const { rows } = await sql<Details>`select * from payment_details(${id})`.execute(tx);
  return rows[0];
}
