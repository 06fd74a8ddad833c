import { symmetricEncrypt } from "better-auth/crypto";
import { Secret, TOTP } from "otpauth";
import type { TestApp } from "./test-app.ts";

const stepMilliseconds = 30_000;

interface SecondFactor {
  /** TOTP code; `steps` 1 is the next half minute's. */
  code(steps?: 0 | 1): string;
  codeAt(moment: Date): string;
  recoveryCodes: string[];
}

/** Verified unless specified. */
export async function giveSecondFactor(
  { auth, db }: TestApp,
  { id }: { id: string },
  {
    verified = true,
    key: givenKey,
    secret = `secret of ${id}`,
  }: { verified?: boolean; key?: string; secret?: string } = {},
): Promise<SecondFactor> {
  const recoveryCodes = ["K7QX2-MPR9W", "23456-789AB"];
  const key = givenKey ?? (await auth.$context).secretConfig;
  const encrypted = (data: string) => symmetricEncrypt({ key, data });
  await db
    .insertInto("auth.two_factors")
    .values({
      user_id: id,
      secret: await encrypted(secret),
      backup_codes: await encrypted(JSON.stringify(recoveryCodes)),
      verified,
    })
    .execute();

  const totp = new TOTP({ secret: Secret.fromUTF8(secret) });
  const codeAt = (moment: Date) => totp.generate({ timestamp: moment.getTime() });
  return { recoveryCodes, codeAt, code: (steps = 0) => codeAt(new Date(Date.now() + steps * stepMilliseconds)) };
}
