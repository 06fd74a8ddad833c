import { scryptSync } from "node:crypto";
import { verifyPassword } from "better-auth/crypto";
import type { PasswordHasher } from "#server/auth/better-auth.ts";

const quick = "quick:";
const keyOf = (password: string): string =>
  scryptSync(password.normalize("NFKC"), "salt", 32, { N: 2 }).toString("hex");

/** scrypt at minimum cost; verifies hashes of any cost. */
export const quickPasswords: PasswordHasher = {
  hash: async (password) => `${quick}${keyOf(password)}`,
  verify: async ({ hash, password }) =>
    hash.startsWith(quick) ? hash === `${quick}${keyOf(password)}` : verifyPassword({ hash, password }),
};

export const hashPassword = quickPasswords.hash;
