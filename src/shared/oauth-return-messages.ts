import { googleMessages } from "./google-messages.ts";
import { signInMessages } from "./sign-in-messages.ts";

/** What the page says of a sign-in that comes back in an address. */
export const oauthReturnMessages = {
  signedInAs: (email: string) => ({ ...signInMessages.success, description: `You are signed in as ${email}.` }),
  continueAs: (email: string) => `Continue as ${email}?`,
  otherAccount: (offered: string, current: string) =>
    `You are signed in as ${current}. The link you opened signs in ${offered} instead. Continue only if that is your account.`,
  continueLabel: "Change account",
  stayLabel: "Stay signed in",
} as const;

const errors: Record<string, string> = googleMessages;

/** Anybody can write an address: its error's code finds our own words, and no text of it is shown as the club's. */
export function describeOauthError(code: string): string {
  if (Object.hasOwn(errors, code) && errors[code]) return errors[code];
  return /^[a-z_]{1,40}$/.test(code) ? code : signInMessages.oauth.unfinished.description;
}
