import { sql, type Transaction } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { type GoogleIdentity, GoogleRefusal } from "./google-provider.ts";

export async function findByGoogle(tx: Transaction<DB>, { sub }: GoogleIdentity): Promise<string | undefined> {
  const account = await tx
    .selectFrom("auth.accounts")
    .select("user_id")
    .where("provider_id", "=", "google")
    .where("account_id", "=", sub)
    .executeTakeFirst();
  return account?.user_id;
}

/** @throws GoogleRefusal when unverified, connected to somebody else, or the person has another Google account. */
export async function connectGoogle(
  tx: Transaction<DB>,
  effects: Effects,
  userId: string,
  identity: GoogleIdentity,
): Promise<void> {
  const email = identity.verifiedEmail;
  if (email === undefined) throw new GoogleRefusal("google_email_not_verified");
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forUpdate().execute();
  const connectedTo = await findByGoogle(tx, identity);
  if (connectedTo === userId) return;
  if (connectedTo || (await isSomebodyElses(tx, userId, email))) throw new GoogleRefusal("google_taken");
  if (await hasGoogle(tx, userId)) throw new GoogleRefusal("other_google_connected");
  const account = { provider_id: "google", account_id: identity.sub, email, user_id: userId };
  await tx
    .insertInto("auth.accounts")
    .values({ ...account, updated_at: sql`now()` })
    .execute();
  recordChangedWayIn(effects, userId, "google_connected");
}

const isSomebodyElses = (tx: Transaction<DB>, userId: string, email: string) =>
  exists(tx.selectFrom("auth.users").select("id").where("email", "=", email).where("id", "<>", userId));

const hasGoogle = (tx: Transaction<DB>, userId: string) =>
  exists(tx.selectFrom("auth.accounts").select("id").where("user_id", "=", userId).where("provider_id", "=", "google"));

const exists = async (query: { executeTakeFirst(): Promise<unknown> }) =>
  (await query.executeTakeFirst()) !== undefined;
