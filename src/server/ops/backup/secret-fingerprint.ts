import { scryptSync } from "node:crypto";

/** Tells whether two secrets are the same. Slow on purpose: it stands in files, and a secret may be somebody's choice. */
export function fingerprintOf(secret: string): string {
  return scryptSync(secret, "fingerprint of an auth secret", 16).toString("hex");
}
