import type { Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { listPartOwners } from "../announced/announce.ts";

interface Confirmed {
  tx: Transaction<DB>;
  effects: Effects;
  id: string;
  /** Without it, the transaction's actor. */
  by?: string | null;
}

export async function tellExitConfirmed({ tx, effects, id, by }: Confirmed): Promise<void> {
  const { company_id, ...sums } = await tx
    .selectFrom("exit_list")
    .select(["company_id", "kind", "shares", "gross_pence", "costs_pence"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  effects.audit("exit_confirmed", company_id, { exit_id: id, ...sums }, by);
  for (const user_id of await listPartOwners(tx, "exit", id)) {
    effects.notify(user_id, "exit_confirmed", id);
    effects.mail("exit-confirmed", { user_id, exit_id: id });
  }
}

/** @param id of the payment. */
export async function tellOutsideConfirmed({ tx, effects, id, by }: Confirmed): Promise<void> {
  const { exit_id, paid_on, company_id } = await tx
    .selectFrom("exit_outside_payments as p")
    .innerJoin("exits as e", "e.id", "p.exit_id")
    .select(["p.exit_id", "p.paid_on", "e.company_id"])
    .where("p.id", "=", id)
    .executeTakeFirstOrThrow();
  effects.audit("exit_outside_payment_confirmed", company_id, { exit_id, paid_on }, by);
  for (const user_id of await listPartOwners(tx, "outside_payment", id)) effects.notify(user_id, "exit_paid", exit_id);
}
