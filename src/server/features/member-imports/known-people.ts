import type { Transaction } from "kysely";
import type { DB } from "../../db/database.generated.ts";

interface Person {
  full_name: string;
  email: string;
}

/** Whether somebody with that e-mail was imported or has an account, or a member's profile bears that name. */
export async function isKnown(tx: Transaction<DB>, { full_name, email }: Person): Promise<boolean> {
  const imported = tx.selectFrom("pending_members").select("id").where("email", "=", email);
  const registered = tx.selectFrom("membership_requests").select("id").where("email", "=", email);
  const profiled = tx.selectFrom("member_profiles").select("id").where("full_name", "=", full_name);
  return (await imported.union(registered).union(profiled).limit(1).executeTakeFirst()) !== undefined;
}
