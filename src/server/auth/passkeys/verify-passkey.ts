import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { CreatedCredential, PasskeyAssertion } from "#shared/account/passkeys.ts";

/** COSE: EdDSA, ES256, RS256. */
export const passkeyAlgorithms = [-8, -7, -257];

/** `reason` goes to the audit, not to the browser. */
export class PasskeyRefusal extends Error {
  override name = "PasskeyRefusal";
  readonly reason: "malformed" | "foreign_origin" | "challenge" | "not_verified" | "unknown" | "signature" | "counter";
  constructor(reason: PasskeyRefusal["reason"]) {
    super(`passkey refused: ${reason}`);
    this.reason = reason;
  }
}

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

interface ClientData {
  challenge: string;
  /** The host of the page's origin is the id of the relying party. */
  host: string;
}

/** @throws PasskeyRefusal malformed, foreign_origin. */
export function readClientData(
  encoded: string,
  type: "webauthn.create" | "webauthn.get",
  ownOrigins: readonly string[],
): ClientData {
  const parsed = clientDataSchema.safeParse(parseJson(decode(encoded).toString("utf8")));
  if (!parsed.success || parsed.data.type !== type) throw new PasskeyRefusal("malformed");
  const { challenge, origin, crossOrigin } = parsed.data;
  if (crossOrigin || !ownOrigins.includes(origin)) throw new PasskeyRefusal("foreign_origin");
  return { challenge, host: new URL(origin).hostname };
}

interface NewPasskey {
  publicKey: Buffer;
  signCount: number;
}

/** Checks a new passkey; nothing of it is signed, as there is no attestation. @throws PasskeyRefusal. */
export function verifyCreation(created: CreatedCredential, host: string): NewPasskey {
  const { signCount, credentialId } = readAuthenticatorData(decode(created.authenticator_data), host);
  if (!credentialId?.equals(decode(created.credential_id))) throw new PasskeyRefusal("malformed");
  const publicKey = decode(created.public_key);
  readKey(publicKey);
  return { publicKey, signCount };
}

/** @returns the authenticator's new count. @throws PasskeyRefusal. */
export function verifyAssertion(
  assertion: PasskeyAssertion,
  host: string,
  stored: { publicKey: Buffer; signCount: number },
): number {
  const authenticatorData = decode(assertion.authenticator_data);
  const { signCount } = readAuthenticatorData(authenticatorData, host);
  const signed = Buffer.concat([authenticatorData, sha256(decode(assertion.client_data))]);
  const key = readKey(stored.publicKey);
  const hash = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  if (!verify(hash, signed, key, decode(assertion.signature))) throw new PasskeyRefusal("signature");
  // A copy of the authenticator counts by itself; synced passkeys always send 0.
  const isCounted = signCount > 0 || stored.signCount > 0;
  if (isCounted && signCount <= stored.signCount) throw new PasskeyRefusal("counter");
  return signCount;
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };
const offsets = { flags: 32, signCount: 33, idLength: 53, id: 55 };
const fixedLength = 37;

/** Web Authentication, section 6.1. Requires that the device recognised its owner. */
function readAuthenticatorData(data: Buffer, host: string): { signCount: number; credentialId: Buffer | undefined } {
  if (data.length < fixedLength || !data.subarray(0, offsets.flags).equals(sha256(host))) {
    throw new PasskeyRefusal("malformed");
  }
  const given = data.readUInt8(offsets.flags);
  if (!(given & flags.present) || !(given & flags.verified)) throw new PasskeyRefusal("not_verified");
  const signCount = data.readUInt32BE(offsets.signCount);
  if (!(given & flags.hasCredential)) return { signCount, credentialId: undefined };
  if (data.length < offsets.id) throw new PasskeyRefusal("malformed");
  const idLength = data.readUInt16BE(offsets.idLength);
  return { signCount, credentialId: data.subarray(offsets.id, offsets.id + idLength) };
}

const minimumRsaBits = 2048;

/** @throws PasskeyRefusal malformed, also for a key of an algorithm that was not asked for. */
function readKey(der: Buffer): KeyObject {
  const key = parseKey(der);
  const { namedCurve, modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  const isFit =
    key?.asymmetricKeyType === "ed25519" ||
    (key?.asymmetricKeyType === "ec" && namedCurve === "prime256v1") ||
    (key?.asymmetricKeyType === "rsa" && modulusLength >= minimumRsaBits);
  if (!key || !isFit) throw new PasskeyRefusal("malformed");
  return key;
}

function parseKey(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const decode = (base64url: string) => Buffer.from(base64url, "base64url");
const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
