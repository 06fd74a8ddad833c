import type { Limits } from "../limits.ts";

interface Counted {
  userId: string;
  /** The current one, and former ones of a deleted account. */
  emails: readonly string[];
}

/** Forgets every attempt counted for one person; those of a network stay. */
export async function liftLimits(limits: Limits, { userId, emails }: Counted): Promise<void> {
  const perPerson = [limits.twoFactorCodesPerPerson, limits.twoFactorCodesPerDay, limits.emailChangesPerPerson];
  await Promise.all([...perPerson.map((limit) => limit.reset(userId)), limits.passwordsPerDevice.resetGroup(userId)]);
  const { passwordsPerEmail, rightPasswordsPerEmail, verificationMailsPerEmail, newsletterMailsPerEmail } = limits;
  const { recoveryMailsPerEmail, signInLinkMailsPerEmail, emailChangeMailsPerEmail } = limits;
  const perEmail = [passwordsPerEmail, rightPasswordsPerEmail, verificationMailsPerEmail, newsletterMailsPerEmail];
  for (const email of emails) {
    for (const limit of [...perEmail, recoveryMailsPerEmail, signInLinkMailsPerEmail, emailChangeMailsPerEmail]) {
      await limit.reset(email);
    }
    await limits.passwordsPerEmailAndAddress.resetGroup(email);
  }
}
