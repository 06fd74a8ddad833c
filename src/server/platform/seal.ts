import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

export interface Sealed {
  key_id: string;
  sealed: Buffer;
}

/** Encrypts what a database without the secret shall not show. */
export interface Seal<Content> {
  /** New content is encrypted with this key. */
  keyId: string;
  earlierKeyIds: readonly string[];
  /** @param recordId is authenticated too: what is sealed for one record cannot be put in place of another's. */
  seal(recordId: string, content: Content): Sealed;
  /** @returns undefined for a key that is not given. @throws when it was changed. */
  open(recordId: string, sealed: Sealed): Content | undefined;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** @param keys 32 bytes each, in base64url: the present one, then those before it. @param purpose part of each key's id. */
export function createSeal<Content>(
  [present, ...earlier]: readonly [string, ...string[]],
  purpose: string,
): Seal<Content> {
  const idOf = (key: string) => createHash("sha256").update(`${purpose} ${key}`).digest("hex").slice(0, 8);
  const keys = new Map([present, ...earlier].map((key) => [idOf(key), Buffer.from(key, "base64url")]));
  const keyId = idOf(present);
  return {
    keyId,
    earlierKeyIds: [...keys.keys()].filter((id) => id !== keyId),
    seal(recordId, content) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, Buffer.from(present, "base64url"), iv);
      cipher.setAAD(Buffer.from(recordId));
      const text = Buffer.concat([cipher.update(JSON.stringify(content), "utf8"), cipher.final()]);
      return { key_id: keyId, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]) };
    },
    open(recordId, { key_id, sealed }) {
      const key = keys.get(key_id);
      if (!key) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes));
      decipher.setAAD(Buffer.from(recordId));
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
      return JSON.parse(text.toString("utf8"));
    },
  };
}
