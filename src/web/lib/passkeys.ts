import { passkeyMessages } from "#shared/account/passkey-messages.ts";
import type { CreatedCredential, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from "#shared/account/passkeys.ts";
import { callApi } from "./api.ts";

/** Its message is for people. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

const timeoutMs = 5 * 60_000;

export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in window && !document.documentElement.classList.contains("no-passkeys");

/** @throws ApiError, PasskeyError. */
export async function createPasskey(creation: PasskeyCreation): Promise<CreatedCredential> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: decode(creation.challenge),
    rp: { id: creation.rp_id, name: creation.rp_name },
    user: { id: decode(creation.user_handle), name: creation.user_name, displayName: creation.display_name },
    pubKeyCredParams: creation.algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: creation.excluded.map(descriptorOf),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
    timeout: timeoutMs,
  };
  const { rawId, response } = await ask(() => navigator.credentials.create({ publicKey }));
  const attestation = response as AuthenticatorAttestationResponse;
  const key = attestation.getPublicKey();
  if (!key) throw new PasskeyError(passkeyMessages.notAdded);
  return {
    credential_id: encode(rawId),
    client_data: encode(attestation.clientDataJSON),
    authenticator_data: encode(attestation.getAuthenticatorData()),
    public_key: encode(key),
    transports: attestation.getTransports(),
  };
}

/** Signs in with a passkey; the session's cookie is set. @throws ApiError, PasskeyError. */
export async function signInWithPasskey(): Promise<void> {
  if (!hasPasskeys())
    throw new PasskeyError("This browser offers no passkeys here. Please sign in with your password.");
  const request = await requestPasskey();
  await callApi("POST", "/auth/passkey", await answerRequest(request));
}

/** That it is still them who use this session. @throws ApiError, PasskeyError. */
export async function confirmWithPasskey(): Promise<void> {
  await callApi("POST", "/account/confirmation", { passkey: await answerRequest(await requestPasskey()) });
}

/** The request names the person's own passkeys once the password was given. @throws ApiError. */
export const requestPasskey = () => callApi<PasskeyRequest>("POST", "/auth/passkey/options");

/** @throws PasskeyError. */
export async function answerRequest({ challenge, rp_id, allowed }: PasskeyRequest): Promise<PasskeyAssertion> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: decode(challenge),
    rpId: rp_id,
    allowCredentials: allowed.map(descriptorOf),
    userVerification: "required",
    timeout: timeoutMs,
  };
  const { rawId, response } = await ask(() => navigator.credentials.get({ publicKey }));
  const assertion = response as AuthenticatorAssertionResponse;
  return {
    credential_id: encode(rawId),
    client_data: encode(assertion.clientDataJSON),
    authenticator_data: encode(assertion.authenticatorData),
    signature: encode(assertion.signature),
    user_handle: assertion.userHandle && encode(assertion.userHandle),
  };
}

async function ask(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await work()) as PublicKeyCredential;
  } catch (error) {
    const isTaken = error instanceof DOMException && error.name === "InvalidStateError";
    throw new PasskeyError(
      isTaken ? passkeyMessages.taken : "No passkey was used: it was cancelled, or took too long.",
    );
  }
}

const descriptorOf = (id: string): PublicKeyCredentialDescriptor => ({ type: "public-key", id: decode(id) });

function encode(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
