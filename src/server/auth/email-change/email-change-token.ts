import { createHash, hkdfSync } from "node:crypto";

/** The two addresses that confirm a change of e-mail. */
export type EmailChangeEnd = "old" | "new";

export const emailChangeLifetimeHours = 24;
const tokenBytes = 32;

/** The same whenever it is made: when a mail is sent twice because a try was cut off, the link works in both. */
export function emailChangeToken(key: string, changeId: string, end: EmailChangeEnd): string {
  return Buffer.from(hkdfSync("sha256", key, changeId, `email change: ${end}`, tokenBytes)).toString("base64url");
}

/** How a token is kept. */
export const emailChangeTokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");
