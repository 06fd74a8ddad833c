/** Separate from the schemas, to keep Zod out of the bundle. */

export const maximumApiKeyNameLength = 60;
/** The limit counts one admin's keys that work. */
export const maximumApiKeys = 20;
export const longestApiKeyDays = 365;
export const apiKeyScopes = ["read", "write"] as const;
export const apiKeyStates = ["active", "expired", "revoked"] as const;

export const apiKeyScopeWords = { read: "Read", write: "Read and write" } as const;

export const apiKeyMessages = {
  make: "Make a key",
  nameMissing: "Please enter a name.",
  tooMany: `You have ${maximumApiKeys} keys that work. Please revoke one first.`,
  invalid: "This API key is not valid: it is unknown, has expired or was revoked.",
  closed: "API keys cannot do this. Please sign in.",
  readOnly: "This API key can only read.",
} as const;
