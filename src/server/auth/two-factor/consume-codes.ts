import { symmetricDecrypt } from "better-auth/crypto";
import { Secret, TOTP } from "otpauth";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { normalRecoveryCode } from "../better-auth.ts";

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

/** Counts before the attempt and refunds unless the code was wrong. @throws HttpError 429, or from `attempt`. */
async function withTwoFactorLimit<Result>(
  dependencies: Pick<OwnerContext, "asOwner" | "limits">,
  userId: string,
  factor: "totp" | "recovery_code",
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { twoFactorCodesPerPerson, twoFactorCodesPerDay } = dependencies.limits;
  await twoFactorCodesPerPerson.take(userId);
  const leftToday = await twoFactorCodesPerDay.take(userId, { userId }).catch(async (error) => {
    await twoFactorCodesPerPerson.giveBack(userId);
    throw isRateLimited(error) ? tooManyToday(error) : error;
  });
  const forgive = () => Promise.all([twoFactorCodesPerPerson.giveBack(userId), twoFactorCodesPerDay.giveBack(userId)]);
  try {
    const result = await attempt();
    await forgive();
    return result;
  } catch (error) {
    const wasWrong = error instanceof HttpError && error.code === "invalid_code";
    if (wasWrong) await recordWrongCode(dependencies, userId, factor, leftToday === 0);
    else await forgive();
    throw error;
  }
}

/** After a password reset, once a day: a mailbox reader gains no further guesses. */
export async function forgetWrongCodes({ limits }: Pick<OwnerContext, "limits">, userId: string): Promise<void> {
  if (!(await limits.twoFactorPardonsPerDay.tryTake(userId))) return;
  await Promise.all([limits.twoFactorCodesPerPerson.reset(userId), limits.twoFactorCodesPerDay.reset(userId)]);
}

async function recordWrongCode(
  { asOwner }: Pick<OwnerContext, "asOwner">,
  userId: string,
  factor: string,
  isLastOfDay: boolean,
): Promise<void> {
  await asOwner(null, async (_tx, effects) => {
    effects.audit("two_factor_failed", userId, { factor });
    if (isLastOfDay) effects.mail("two-factor-guessed", { user_id: userId });
  });
}

const isRateLimited = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code === "rate_limited";

const tooManyToday = ({ more }: HttpError) =>
  new HttpError("rate_limited", accountMessages.twoFactor.tooManyToday, more);
