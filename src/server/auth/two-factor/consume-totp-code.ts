import { symmetricDecrypt } from "better-auth/crypto";
import { Secret, TOTP } from "otpauth";
import { accountMessages } from "#shared/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { withTwoFactorLimit } from "./two-factor-limit.ts";

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
      throw new HttpError(400, "invalid_code", accountMessages.twoFactor.invalidCode);
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
