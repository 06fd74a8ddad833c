import { createHash, hkdfSync } from "node:crypto";

export type EmailChangeEnd = "old" | "new";

export const emailChangeLifetimeHours = 24;
const tokenBytes = 32;

/** Deterministic, so a mail sent twice contains the same valid link. */
export function emailChangeToken(key: string, changeId: string, end: EmailChangeEnd): string {
  return Buffer.from(hkdfSync("sha256", key, changeId, `email change: ${end}`, tokenBytes)).toString("base64url");
}

export const emailChangeTokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");
