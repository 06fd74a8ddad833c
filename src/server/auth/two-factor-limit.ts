import { writeAudit } from "../db/audit.ts";
import type { Dependencies } from "../http/environment.ts";
import { Refusal } from "../http/refusal.ts";

/**
 * Tries a code within the limit on guessing a person's codes, those of the app and of recovery together. The try is
 * counted before it is made and given back unless the code was wrong, which leaves an audit row.
 * @throws Refusal 429, or whatever `attempt` throws.
 */
export async function withTwoFactorLimit<Result>(
  { db, limits }: Pick<Dependencies, "db" | "limits">,
  userId: string,
  factor: "totp" | "recovery_code",
  attempt: () => Promise<Result>,
): Promise<Result> {
  await limits.twoFactorCodesPerPerson.take(userId);
  try {
    const result = await attempt();
    await limits.twoFactorCodesPerPerson.giveBack(userId);
    return result;
  } catch (error) {
    const wasWrong = error instanceof Refusal && error.code === "invalid_code";
    if (!wasWrong) await limits.twoFactorCodesPerPerson.giveBack(userId);
    else await db.transaction().execute((tx) => writeAudit(tx, null, [["two_factor_failed", userId, { factor }]]));
    throw error;
  }
}
