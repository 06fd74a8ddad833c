import { twoFactor } from "better-auth/plugins/two-factor";
import { club } from "#shared/club.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";

/** Its attempt counter is off: see two-factor-limit.ts. */
export const twoFactorPlugin = () =>
  twoFactor({
    issuer: club.product,
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: "encrypted", customBackupCodesGenerate: createRecoveryCodes },
    schema: {
      user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
      twoFactor: {
        modelName: "two_factors",
        fields: {
          backupCodes: "backup_codes",
          userId: "user_id",
          failedVerificationCount: "failed_verification_count",
          lockedUntil: "locked_until",
        },
      },
    },
  });
