import { createEmailVerificationToken } from "better-auth/api";
import { verificationLifetimeSeconds } from "../auth/better-auth.ts";
import type { Keys } from "../derive-keys.ts";

export const verificationLifetimeHours = verificationLifetimeSeconds / 3600;

/** A link that works from now on, whenever the mail was asked for; it ends on the sign-in page. */
export async function verificationUrl(appUrl: string, keys: Keys, email: string): Promise<string> {
  const token = await createEmailVerificationToken(keys.betterAuth, email, undefined, verificationLifetimeSeconds);
  return `${appUrl}/api/auth/verify-email?${new URLSearchParams({ token })}`;
}
