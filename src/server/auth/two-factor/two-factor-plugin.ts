import { randomInt } from "node:crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import { invitationCodeAlphabet } from "#shared/invitations/invitations.ts";

/** Its attempt counter is off: see two-factor-limit.ts. */
export const twoFactorPlugin = () =>
  twoFactor({
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

const amount = 10;
const length = 10;
const groupLength = 5;

/** Such as K7QX2-MPR9W, 49 bits each. */
export const createRecoveryCodes = (): string[] => Array.from({ length: amount }, () => grouped(createCode()));

const createCode = () =>
  Array.from({ length }, () => invitationCodeAlphabet[randomInt(invitationCodeAlphabet.length)]).join("");

/** Ignores case, spaces and hyphens. */
export const normalRecoveryCode = (typed: string): string => grouped(typed.replace(/[\s-]/g, "").toUpperCase());

const grouped = (code: string) => `${code.slice(0, groupLength)}-${code.slice(groupLength)}`;
