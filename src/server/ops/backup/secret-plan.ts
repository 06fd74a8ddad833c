import { randomBytes, scryptSync } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Settings } from "../../settings.ts";
import { authSecretFile, findAuthSecret } from "../start/auth-secret.ts";
import type { BackupHeader } from "./backup-format.ts";
import { OperatorError } from "./operator-command.ts";

interface Permissions {
  mayReplace: boolean;
  /** Data that the lost secret encrypted may be deleted. */
  mayLose: boolean;
}

export interface SecretPlan {
  /** Secret to write to DATA_DIR. */
  place?: string;
  /** Another secret is used: data encrypted with the backup's is deleted. */
  isLost: boolean;
}

/** @throws OperatorError when the restored data would be undecryptable. */
export function planSecret(header: BackupHeader, settings: Settings, { mayReplace, mayLose }: Permissions): SecretPlan {
  const secret = header.auth_secret;
  if (!secret) return { isLost: false };
  const standing = settings.authSecret ?? findAuthSecret(settings.dataDir);
  if (standing && fingerprintOf(standing) === secret.fingerprint) return { isLost: false };
  if (mayLose) return { isLost: true };
  if (settings.authSecret) {
    const where = secret.value
      ? "docs/operations/backup.md says how to take it from the file"
      : "it is not in the file";
    throw new OperatorError(
      `AUTH_SECRET is another than this club had. Set it to that one (${where}). If it is lost, add --without-secret: everybody has to sign in, and to set up two-factor sign-in, again.`,
    );
  }
  if (!secret.value) {
    throw new OperatorError(
      "This club's operator kept its AUTH_SECRET, so that it is not in the file. Set AUTH_SECRET to it. If it is lost, add --without-secret: everybody has to sign in, and to set up two-factor sign-in, again.",
    );
  }
  if (standing && !mayReplace) {
    throw new OperatorError(
      `${authSecretFile(settings.dataDir)} holds the secret of another club. Choose another DATA_DIR, or add --replace: the one that is there is kept beside it.`,
    );
  }
  return { place: secret.value, isLost: false };
}

/** Writes a draft first, so failures happen before the rows are committed. */
export function draftSecret(dataDir: string, secret: string) {
  const file = authSecretFile(dataDir);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  return {
    /** @returns notes for the operator. */
    put: (): string[] => {
      const kept = `${file}.replaced-${new Date().toISOString().replaceAll(":", "-")}`;
      const isThere = existsSync(file);
      if (isThere) renameSync(file, kept);
      renameSync(draft, file);
      return [`The auth secret is in ${file}.`, ...(isThere ? [`The one that was there is now ${kept}.`] : [])];
    },
    discard: () => rmSync(draft, { force: true }),
  };
}

/** Returns a hash to compare secrets by. It is slow on purpose: backups contain it, and a secret may be guessable. */
export function fingerprintOf(secret: string): string {
  return scryptSync(secret, "fingerprint of an auth secret", 16).toString("hex");
}
