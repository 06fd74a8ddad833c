import type { Transaction } from "kysely";
import { withTwoDecimals } from "#shared/pence.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";

interface Confirmed {
  tx: Transaction<DB>;
  effects: Effects;
  id: string;
  /** Without it, the transaction's actor. */
  by?: string | null;
}

export async function tellPriceConfirmed({ tx, effects, id, by }: Confirmed): Promise<void> {
  const { company_id, basis, as_of, price } = await tx
    .selectFrom("share_price_list")
    .select(["company_id", "basis", "as_of", "price"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  effects.audit("share_price_confirmed", company_id, { basis, as_of, price: withTwoDecimals(price) }, by);
}
