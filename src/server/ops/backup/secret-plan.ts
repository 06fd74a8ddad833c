import { randomBytes, scryptSync } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Settings } from "../../settings.ts";
import { authSecretFile, findAuthSecret } from "../start/auth-secret.ts";
import type { BackupHeader } from "./backup-format.ts";
import { OperatorError } from "./operator-command.ts";

interface Permissions {
  mayReplace: boolean;
  /** What the lost secret encrypted may be thrown away. */
  mayLose: boolean;
}

/** What becomes of the secret that signs cookies and encrypts what two-factor sign-in is checked with. */
export interface SecretPlan {
  /** To be put in DATA_DIR. */
  place?: string;
  /** The club goes on with another: what this one encrypted has to go. */
  isLost: boolean;
}

/** @throws OperatorError when the club could not read what it has encrypted. */
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
      `AUTH_SECRET is another than this club had. Set it to that one (${where}). If it is lost, add --without-secret: everybody signs in anew, and two-factor sign-in has to be set up again.`,
    );
  }
  if (!secret.value) {
    throw new OperatorError(
      "This club's operator kept its AUTH_SECRET, so that it is not in the file. Set AUTH_SECRET to it. If it is lost, add --without-secret: everybody signs in anew, and two-factor sign-in has to be set up again.",
    );
  }
  if (standing && !mayReplace) {
    throw new OperatorError(
      `${authSecretFile(settings.dataDir)} holds the secret of another club. Choose another DATA_DIR, or add --replace: the one that is there is kept beside it.`,
    );
  }
  return { place: secret.value, isLost: false };
}

/** Writes the secret down aside, so that what can go wrong goes wrong before the rows are committed. */
export function draftSecret(dataDir: string, secret: string) {
  const file = authSecretFile(dataDir);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  return {
    /** @returns what it did, in words. */
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

/** For comparison. Slow on purpose: backups contain it, and a secret may be guessable. */
export function fingerprintOf(secret: string): string {
  return scryptSync(secret, "fingerprint of an auth secret", 16).toString("hex");
}
