import type { OwnerContext } from "../../context.ts";

export async function recordSignInByFactor(
  { asOwner, now }: Pick<OwnerContext, "asOwner" | "now">,
  userId: string,
  sessionToken: string,
  factor: "totp" | "recovery_code",
): Promise<void> {
  await asOwner(userId, async (tx, effects) => {
    const session = tx.updateTable("auth.sessions").where("token", "=", sessionToken).where("user_id", "=", userId);
    await session.set({ factor_at: now() }).execute();
    effects.audit("signed_in", userId, { factor });
  });
}
