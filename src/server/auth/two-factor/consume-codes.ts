import { symmetricDecrypt } from "better-auth/crypto";
import { Secret, TOTP } from "otpauth";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { withTwoFactorLimit } from "./two-factor-limit.ts";
import { normalRecoveryCode } from "./two-factor-plugin.ts";

export async function findRecoveryCodes(
  { auth, db }: Pick<OwnerContext, "auth" | "db">,
  userId: string,
): Promise<string[]> {
  const factor = await db.selectFrom("auth.two_factors").select("id").where("user_id", "=", userId).executeTakeFirst();
  if (!factor) return [];
  return (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes;
}

/** @throws HttpError 400 `invalid_code` for a wrong or consumed code, 429. */
export function consumeRecoveryCode<Result>(
  dependencies: Pick<OwnerContext, "auth" | "db" | "asOwner" | "limits">,
  userId: string,
  typed: string,
  redeem: (code: string) => Promise<Result>,
): Promise<Result> {
  return withTwoFactorLimit(dependencies, userId, "recovery_code", async () => {
    const code = normalRecoveryCode(typed);
    if (!(await findRecoveryCodes(dependencies, userId)).includes(code)) throw wrongCode();
    try {
      return await redeem(code);
    } catch (error) {
      // Consumed by a concurrent request.
      throw error instanceof HttpError && error.status === 409 ? wrongCode() : error;
    }
  });
}

const wrongCode = () => new HttpError("invalid_code", accountMessages.twoFactor.invalidRecoveryCode);

/** Steps of 30 s either side: clock skew and slow typing. */
const tolerance = 1;

/**
 * @returns the stored secret it was checked against. @throws HttpError 400 `invalid_code` for a wrong or used code,
 * 429.
 */
export function consumeTotpCode(
  dependencies: Pick<OwnerContext, "auth" | "db" | "asOwner" | "limits" | "now">,
  userId: string,
  code: string,
): Promise<string> {
  const { auth, db, now } = dependencies;
  return withTwoFactorLimit(dependencies, userId, "totp", async () => {
    const factor = await db
      .selectFrom("auth.two_factors")
      .select("secret")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const key = (await auth.$context).secretConfig;
    const step = factor && findTimeStep(await symmetricDecrypt({ key, data: factor.secret }), code, now());
    if (!factor || step === undefined || !(await isFirstUse(db, userId, step))) {
      throw new HttpError("invalid_code", accountMessages.twoFactor.invalidCode);
    }
    return factor.secret;
  });
}

/** RFC 6238 time step; undefined outside the tolerance. */
function findTimeStep(secret: string, token: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromUTF8(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window: tolerance });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

async function isFirstUse(db: Database, userId: string, step: number): Promise<boolean> {
  const used = await db
    .insertInto("auth.used_totp_codes")
    .values({ user_id: userId, time_step: step })
    .onConflict((conflict) => conflict.doNothing())
    .returning("time_step")
    .executeTakeFirst();
  // Older steps are rejected anyway.
  await db
    .deleteFrom("auth.used_totp_codes")
    .where("user_id", "=", userId)
    .where("time_step", "<", step - 2 * tolerance)
    .execute();
  return used !== undefined;
}
