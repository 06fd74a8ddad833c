import { accountMessages } from "#shared/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { findRecoveryCodes } from "./find-recovery-codes.ts";
import { normalRecoveryCode } from "./recovery-codes.ts";
import { withTwoFactorLimit } from "./two-factor-limit.ts";

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

const wrongCode = () => new HttpError(400, "invalid_code", accountMessages.twoFactor.invalidRecoveryCode);
