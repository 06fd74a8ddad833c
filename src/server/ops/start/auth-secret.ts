import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SettingsError } from "../../settings.ts";
import { minimumAuthSecretLength } from "../../settings-schema.ts";

/** Generated once, file mode 0600. @throws SettingsError when truncated: replacing it would void sessions. */
export function findOrCreateAuthSecret(dataDir: string): string {
  const file = authSecretFile(dataDir);
  const kept = read(file) ?? create(file, dataDir);
  if (kept.length >= minimumAuthSecretLength) return kept;
  throw new SettingsError(
    `${file} holds less than ${minimumAuthSecretLength} characters. Restore it from a backup, or delete it: a new one is made, and everybody has to sign in again.`,
  );
}

export const authSecretFile = (dataDir: string) => join(dataDir, "auth-secret");

export const findAuthSecret = (dataDir: string): string | undefined => read(authSecretFile(dataDir));

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Hard-linked into place: concurrent starts end up with the same secret. */
function create(file: string, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}
