import { accountMessages } from "#shared/account/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";

/** Counts before the attempt and refunds unless the code was wrong. @throws HttpError 429, or from `attempt`. */
export async function withTwoFactorLimit<Result>(
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
