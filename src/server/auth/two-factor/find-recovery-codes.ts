import type { OwnerContext } from "../../context.ts";

export async function findRecoveryCodes(
  { auth, db }: Pick<OwnerContext, "auth" | "db">,
  userId: string,
): Promise<string[]> {
  const factor = await db.selectFrom("auth.two_factors").select("id").where("user_id", "=", userId).executeTakeFirst();
  if (!factor) return [];
  return (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes;
}
