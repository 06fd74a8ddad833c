import { hkdfSync } from "node:crypto";

/** Renaming a purpose changes its key: what the old key signed or encrypted is lost. */
const purposes = ["betterAuth", "refreshTokens", "emailChangeLinks", "googleAttempts", "knownDevices"] as const;

type Purpose = (typeof purposes)[number];

/** The keys the app signs and encrypts with, by purpose. */
export type Keys = Record<Purpose, string>;

const keyBytes = 32;

/** One key per purpose from AUTH_SECRET, with HKDF-SHA-256: a value signed for one purpose is never valid for another. */
export function deriveKeys(authSecret: string): Keys {
  const entries = purposes.map((purpose) => [purpose, deriveKey(authSecret, purpose)]);
  return Object.fromEntries(entries);
}

const deriveKey = (authSecret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync("sha256", authSecret, "kindling", purpose, keyBytes)).toString("base64url");
