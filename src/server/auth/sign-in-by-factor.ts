import { writeAudit } from "../db/audit.ts";
import type { Dependencies } from "../http/environment.ts";

/** Notes in a new session, and in the audit, that it began with a second factor. */
export async function recordSignInByFactor(
  { db, now }: Pick<Dependencies, "db" | "now">,
  userId: string,
  sessionToken: string,
  factor: "totp" | "recovery_code",
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const session = tx.updateTable("auth.sessions").where("token", "=", sessionToken).where("user_id", "=", userId);
    await session.set({ factor_at: now() }).execute();
    await writeAudit(tx, userId, [["signed_in", userId, { factor }]]);
  });
}
