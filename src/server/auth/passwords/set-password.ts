import { sql, type Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";

/** Serialises password changes until the end of the transaction. */
export async function lockPerson(tx: Transaction<DB>, userId: string): Promise<void> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** Voids pending two-factor challenges and reset links. Sessions are the caller's to revoke. */
export async function setPassword(tx: Transaction<DB>, userId: string, passwordHash: string): Promise<void> {
  const changed = { password: passwordHash, updated_at: sql<Date>`now()` };
  await tx
    .insertInto("auth.accounts")
    .values({ user_id: userId, account_id: userId, provider_id: "credential", ...changed })
    .onConflict((conflict) => conflict.columns(["provider_id", "account_id"]).doUpdateSet(changed))
    .execute();
  await tx.deleteFrom("auth.verifications").where("value", "=", userId).execute();
}
