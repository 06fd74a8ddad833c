import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { SignedLine } from "#shared/signed-statements.ts";

/** What somebody signed: the page, byte for byte, and the lines it was made of. */
export interface SignedPage {
  html: string;
  lines: SignedLine[];
}

export interface SealedPage {
  key_id: string;
  sealed: Buffer;
}

/** Encrypts pages that hold figures, so that a database without the secret does not show them. */
export interface PageSeal {
  /** Of the key that new pages are encrypted with. */
  keyId: string;
  earlierKeyIds: readonly string[];
  /** @param statementId is authenticated too: a page of one statement cannot be put in place of another's. */
  seal(statementId: string, page: SignedPage): SealedPage;
  /** @returns undefined for a page of a key that is not given. @throws when it was changed. */
  open(statementId: string, sealed: SealedPage): SignedPage | undefined;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** @param keys 32 bytes each, in base64url: the present one, then those before it. */
export function createPageSeal([present, ...earlier]: readonly [string, ...string[]]): PageSeal {
  const keys = new Map([present, ...earlier].map((key) => [idOf(key), Buffer.from(key, "base64url")]));
  const keyId = idOf(present);
  return {
    keyId,
    earlierKeyIds: [...keys.keys()].filter((id) => id !== keyId),
    seal(statementId, page) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, Buffer.from(present, "base64url"), iv);
      cipher.setAAD(Buffer.from(statementId));
      const content = Buffer.concat([cipher.update(JSON.stringify(page), "utf8"), cipher.final()]);
      return { key_id: keyId, sealed: Buffer.concat([iv, cipher.getAuthTag(), content]) };
    },
    open(statementId, { key_id, sealed }) {
      const key = keys.get(key_id);
      if (!key) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes));
      decipher.setAAD(Buffer.from(statementId));
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      const content = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
      return JSON.parse(content.toString("utf8"));
    },
  };
}

const idOf = (key: string): string => createHash("sha256").update(`statement pages ${key}`).digest("hex").slice(0, 8);
