import { accountMessages } from "#shared/account-messages.ts";
import { recordChangedWayIn } from "../../auth/way-in-changed.ts";
import type { Dependencies } from "../../http/environment.ts";
import { notFound, Refusal } from "../../http/refusal.ts";

/** @throws Refusal not_found without one, or last_way_in without a password. */
export function disconnectGoogle(dependencies: Dependencies, userId: string): Promise<void> {
  return dependencies.db.transaction().execute(async (tx) => {
    const accounts = await tx
      .selectFrom("auth.accounts")
      .select(["id", "provider_id", "password"])
      .where("user_id", "=", userId)
      .forUpdate()
      .execute();
    const google = accounts.find(({ provider_id }) => provider_id === "google");
    if (!google) throw notFound("connected Google account");
    if (!accounts.some(({ password }) => password)) {
      throw new Refusal(409, "last_way_in", accountMessages.lastWayIn);
    }
    await tx.deleteFrom("auth.accounts").where("id", "=", google.id).execute();
    await recordChangedWayIn(tx, dependencies, userId, "google_disconnected");
  });
}
