import { googleMessages } from "./google-messages.ts";
import { signInMessages } from "./sign-in-messages.ts";

export const oauthReturnMessages = {
  signedInAs: (email: string) => ({ ...signInMessages.success, description: `You are signed in as ${email}.` }),
  continueAs: (email: string) => `Continue as ${email}?`,
  otherAccount: (offered: string, current: string) =>
    `You are signed in as ${current}. The link you opened signs in ${offered} instead. Continue only if that is your account.`,
  continueLabel: "Change account",
  stayLabel: "Stay signed in",
} as const;

const errors: Record<string, string> = googleMessages;

/** Never shows text from the URL, which anybody can forge. */
export function describeOauthError(code: string): string {
  if (Object.hasOwn(errors, code) && errors[code]) return errors[code];
  return /^[a-z_]{1,40}$/.test(code) ? code : signInMessages.oauth.unfinished.description;
}
