import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { CreatedCredential, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from "#shared/account/passkeys.ts";

type Kind = "ec" | "rsa" | "ed25519";

interface Wrong {
  origin?: string;
  host?: string;
  type?: string;
  challenge?: string;
  /** The device does not recognise its owner. */
  isUnverified?: boolean;
  isCrossOrigin?: boolean;
  signCount?: number;
  userHandle?: string | null;
}

/** A device that keeps one passkey, as a browser shows it to a page. */
export function createAuthenticator(pageOrigin: string, kind: Kind = "ec") {
  const { publicKey, privateKey } = createKeys(kind);
  const id = randomBytes(32);
  const state = { signCount: 0, userHandle: null as string | null };

  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? pageOrigin,
        crossOrigin: wrong.isCrossOrigin ?? false,
      }),
    );

  const authenticatorData = (rpId: string, isNew: boolean, wrong: Wrong) => {
    const data = Buffer.alloc(37);
    sha256(wrong.host ?? rpId).copy(data);
    data.writeUInt8(0x01 | (wrong.isUnverified ? 0 : 0x04) | (isNew ? 0x40 : 0), 32);
    data.writeUInt32BE(wrong.signCount ?? state.signCount, 33);
    if (!isNew) return data;
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(id.length);
    return Buffer.concat([data, Buffer.alloc(16), idLength, id, randomBytes(77)]);
  };

  return {
    id: id.toString("base64url"),
    create({ challenge, rp_id, user_handle }: PasskeyCreation, wrong: Wrong = {}): CreatedCredential {
      state.userHandle = user_handle;
      return {
        credential_id: id.toString("base64url"),
        client_data: clientData("webauthn.create", challenge, wrong).toString("base64url"),
        authenticator_data: authenticatorData(rp_id, true, wrong).toString("base64url"),
        public_key: publicKey.export({ format: "der", type: "spki" }).toString("base64url"),
        transports: ["internal"],
      };
    },
    answer({ challenge, rp_id }: PasskeyRequest, wrong: Wrong = {}): PasskeyAssertion {
      state.signCount += 1;
      const client = clientData("webauthn.get", challenge, wrong);
      const data = authenticatorData(rp_id, false, wrong);
      return {
        credential_id: id.toString("base64url"),
        client_data: client.toString("base64url"),
        authenticator_data: data.toString("base64url"),
        signature: signWith(kind, privateKey, Buffer.concat([data, sha256(client)])).toString("base64url"),
        user_handle: wrong.userHandle === undefined ? state.userHandle : wrong.userHandle,
      };
    },
  };
}

function createKeys(kind: Kind) {
  if (kind === "ec") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  return kind === "rsa" ? generateKeyPairSync("rsa", { modulusLength: 2048 }) : generateKeyPairSync("ed25519");
}

const signWith = (kind: Kind, key: KeyObject, data: Buffer) => sign(kind === "ed25519" ? null : "sha256", data, key);

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
