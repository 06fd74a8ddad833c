import { signInMessages, signInRefusals } from "./sign-in-messages.ts";

/** The keys are the error codes in the sign-in URL. */
export const googleMessages = {
  access_denied: "Signing in with Google was cancelled.",
  attempt_invalid: "This sign-in with Google was not started here, or it took too long. Please try again.",
  google_unavailable: signInMessages.google.fallback,
  google_not_configured: "Signing in with Google is not set up at this club. Please sign in with your password.",
  google_not_connected:
    "This Google account is not connected to your account. Please sign in with your password, then connect Google on your account page.",
  google_email_not_verified: "Google has not verified the email address of this Google account.",
  email_not_verified: signInRefusals.emailNotVerified,
  invitation_required:
    "There is no account and no invitation for the email address of this Google account. Registration is by invitation only.",
  google_taken: "This Google account belongs to another account of the club.",
  other_google_connected: "Another Google account is connected to your account. Please disconnect it first.",
  session_missing: "You have been signed out. Please sign in and connect Google again.",
} as const;

export type GoogleErrorCode = keyof typeof googleMessages;

const errors: Record<string, string> = googleMessages;

/** Text from the URL may be forged: only known codes have words. */
export function describeOauthError(code: string): string {
  if (Object.hasOwn(errors, code) && errors[code]) return errors[code];
  return /^[a-z_]{1,40}$/.test(code) ? code : signInMessages.oauth.unfinished.description;
}
