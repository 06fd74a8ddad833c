import { accountMessages } from "#shared/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { recordChangedWayIn } from "./way-in-changed.ts";

/** @throws HttpError not_found when not connected, last_way_in without a password. */
export function disconnectGoogle(dependencies: OwnerContext, userId: string): Promise<void> {
  return dependencies.asOwner(userId, async (tx, effects) => {
    const accounts = await tx
      .selectFrom("auth.accounts")
      .select(["id", "provider_id", "password"])
      .where("user_id", "=", userId)
      .forUpdate()
      .execute();
    const google = accounts.find(({ provider_id }) => provider_id === "google");
    if (!google) throw notFound("connected Google account");
    if (!accounts.some(({ password }) => password)) {
      throw new HttpError(409, "last_way_in", accountMessages.lastWayIn);
    }
    await tx.deleteFrom("auth.accounts").where("id", "=", google.id).execute();
    recordChangedWayIn(effects, userId, "google_disconnected");
  });
}
