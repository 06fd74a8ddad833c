import { freshSignInMessages } from "#shared/account/password-rules.ts";

/** Separate from the schemas, to keep Zod out of the bundle. */

export const maximumApiKeyNameLength = 60;
/** Of one admin that work. */
export const maximumApiKeys = 20;
export const longestApiKeyDays = 365;
export const apiKeyScopes = ["read", "write"] as const;
export const apiKeyStates = ["active", "expired", "revoked"] as const;

export const apiKeyScopeWords = { read: "Read", write: "Read and write" } as const;
export const apiKeyStateWords = { active: "Active", expired: "Expired", revoked: "Revoked" } as const;

/** Choices of the form, in days. */
export const apiKeyLifetimes = {
  30: "30 days",
  90: "90 days",
  180: "180 days",
  365: "A year",
} as const;

export const apiKeyMessages = {
  label: "API keys",
  about:
    "A program of yours calls the club with a key, with your rights as far as its scope goes. No key can move money, decide what needs two people or who becomes a member, open statements or sealed records, change how somebody signs in, or make keys.",
  caption: "API keys, the newest first",
  loading: "Loading the API keys",
  failed: "Failed to fetch the API keys",
  none: "No API keys",
  noneText: "Make one for a program that has to read or change what the club holds.",
  make: "Make a key",
  makeTitle: "Make an API key",
  makeText:
    "All admins get an email about it. You can revoke it at any time. It also ends when you change your password, email address or second factor, or sign out everywhere else.",
  making: "Making...",
  cancel: "Cancel",
  name: "Name",
  nameHint: "The program that uses it, such as Mailing tool.",
  nameMissing: "Please enter a name.",
  scope: "Scope",
  scopeHint: "Choose Read unless the program has to change something.",
  lifetime: "Expires after",
  password: "Password",
  passwordHint: freshSignInMessages.hint,
  makeFailed: "No key was made",
  madeTitle: "Copy your key now",
  madeText: "It is shown this once. The club keeps a hash of it, from which nobody can get it back.",
  copy: "Copy",
  copied: "The key is on your clipboard.",
  done: "Done",
  endsIn: (lastFour: string) => `Ends in ${lastFour}`,
  neverUsed: "Never",
  revoke: "Revoke",
  revokeTitle: (name: string) => `Revoke the key ${name}?`,
  revokeText: "Programs that use it are refused from now on. It cannot be brought back.",
  revoking: "Revoking...",
  keep: "Keep it",
  revoked: { title: "Key revoked", description: "Programs that use it are refused from now on." },
  revokeFailed: "The key was not revoked",
  tooMany: `You have ${maximumApiKeys} keys that work. Please revoke one first.`,
  invalid: "This API key is not valid: it is unknown, has expired or was revoked.",
  closed: "API keys cannot do this. Please sign in.",
  readOnly: "This API key can only read.",
} as const;
