import { sql, type Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";

/** From here to the end of the transaction, nobody else sets this person's password. */
export async function lockPerson(tx: Transaction<DB>, userId: string): Promise<void> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/**
 * Gives a person this password, also as their first, and voids what the old one began: sign-ins that wait for a second
 * factor, and links to choose a new password. Which sessions end is the caller's to say.
 */
export async function setPassword(tx: Transaction<DB>, userId: string, passwordHash: string): Promise<void> {
  const changed = { password: passwordHash, updated_at: sql<Date>`now()` };
  await tx
    .insertInto("auth.accounts")
    .values({ user_id: userId, account_id: userId, provider_id: "credential", ...changed })
    .onConflict((conflict) => conflict.columns(["provider_id", "account_id"]).doUpdateSet(changed))
    .execute();
  await tx.deleteFrom("auth.verifications").where("value", "=", userId).execute();
}
