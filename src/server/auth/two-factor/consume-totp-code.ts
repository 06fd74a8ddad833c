import { symmetricDecrypt } from "better-auth/crypto";
import { Secret, TOTP } from "otpauth";
import { accountMessages } from "#shared/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { withTwoFactorLimit } from "./two-factor-limit.ts";

/** Half minutes before and after the present one whose code is accepted: clocks differ, and people type slowly. */
const tolerance = 1;

/**
 * Takes a code of a person's authenticator app; it works once, also for requests that race. @returns the stored secret
 * that it was checked against.
 * @throws HttpError 400 `invalid_code` for a wrong or used one, 429 after too many of them.
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

/** The half minute since 1970 whose code this is (RFC 6238); undefined when it is of none near `now`. */
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
  // Those that are too old to be taken need no remembering.
  await db
    .deleteFrom("auth.used_totp_codes")
    .where("user_id", "=", userId)
    .where("time_step", "<", step - 2 * tolerance)
    .execute();
  return used !== undefined;
}
