import { createEmailVerificationToken } from "better-auth/api";
import { verificationLifetimeSeconds } from "../auth/better-auth.ts";

export const verificationLifetimeHours = verificationLifetimeSeconds / 3600;

/** A link that works from now on, whenever the mail was asked for; it ends on the sign-in page. */
export async function verificationUrl(appUrl: string, secret: string, email: string): Promise<string> {
  const token = await createEmailVerificationToken(secret, email, undefined, verificationLifetimeSeconds);
  return `${appUrl}/api/auth/verify-email?${new URLSearchParams({ token })}`;
}
