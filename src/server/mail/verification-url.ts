import { createEmailVerificationToken } from "better-auth/api";
import { pageUrl, paths } from "#shared/paths.ts";
import { verificationLifetimeSeconds } from "../auth/better-auth.ts";

export const verificationLifetimeHours = verificationLifetimeSeconds / 3600;

/** A link that works from now on, whenever the mail was asked for; it ends on the sign-in page. */
export async function verificationUrl(appUrl: string, secret: string, email: string): Promise<string> {
  const token = await createEmailVerificationToken(secret, email, undefined, verificationLifetimeSeconds);
  const query = new URLSearchParams({ token, callbackURL: pageUrl(appUrl, `${paths.login}?verified=1`) });
  return `${appUrl}/api/auth/verify-email?${query}`;
}
