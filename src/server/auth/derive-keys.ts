import { hkdfSync } from "node:crypto";

/** Renaming a purpose changes its key and voids what it signed or encrypted. */
const purposes = [
  "betterAuth",
  "refreshTokens",
  "emailChangeLinks",
  "googleAttempts",
  "knownDevices",
  "newsletterLinks",
  "mailConsentLinks",
  "companyAccountLinks",
  "companyUpdateLinks",
  "statementPages",
  "webhookSecrets",
  "bankFeedTokens",
] as const;

type Purpose = (typeof purposes)[number];

export type Keys = Record<Purpose, string>;

const keyBytes = 32;

/** HKDF-SHA-256 of AUTH_SECRET, one key per purpose. */
export function deriveKeys(authSecret: string): Keys {
  const entries = purposes.map((purpose) => [purpose, deriveKey(authSecret, purpose)]);
  return Object.fromEntries(entries);
}

const deriveKey = (authSecret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync("sha256", authSecret, "kindling", purpose, keyBytes)).toString("base64url");
