import { createHash } from "node:crypto";
import type { PasskeyAssertion } from "#shared/account/passkeys.ts";
import { PasskeyRefusal, verifyAssertion } from "../passkeys/verify-passkey.ts";

/** The `lists.json` of a deal's evidence has this shape. */
export interface SignedAct {
  kind: "offer" | "closing";
  number: number;
  state: string;
  content: string;
  content_sha256: string;
  signatures: {
    name: string;
    signed_at: string;
    method: "passkey" | "password_and_code";
    /** DER, base64url; null without a passkey. */
    public_key: string | null;
    assertion: PasskeyAssertion | null;
  }[];
}

const hashBytes = 32;

/**
 * Without a database: that each passkey signed this very text, that two did, and that both are on the panel which members read.
 * @returns what is wrong, in words; nothing for lists that are sound.
 */
export function findWrongSignatures(acts: readonly SignedAct[]): string[] {
  const offer = acts.filter(({ kind, state }) => kind === "offer" && state === "executed").at(-1);
  const panel = offer && panelOf(offer);
  return acts.flatMap((act) => {
    const name = `List ${act.number} (${act.kind})`;
    const wrong: string[] = [];
    if (sha256(act.content).toString("hex") !== act.content_sha256) wrong.push(`${name}: its text has another hash`);
    for (const signature of act.signatures) {
      const found = findWrong(signature, act.content_sha256);
      if (found) wrong.push(`${name}, ${signature.name}: ${found}`);
      if (act.kind === "closing" && panel && !panel.includes(signature.name))
        wrong.push(`${name}, ${signature.name}: is not on the panel of the offer`);
    }
    if (act.kind === "closing" && (act.state === "signed" || act.state === "executed")) {
      const keys = new Set(act.signatures.map(({ name: signer, public_key }) => public_key ?? signer));
      if (keys.size < 2) wrong.push(`${name}: was not signed by two`);
    }
    return wrong;
  });
}

const panelOf = ({ content }: SignedAct): string[] =>
  (JSON.parse(content) as { panel: { name: string }[] }).panel.map(({ name }) => name);

function findWrong(
  { method, public_key, assertion }: SignedAct["signatures"][number],
  hash: string,
): string | undefined {
  if (method === "password_and_code") return undefined;
  if (!public_key || !assertion) return "has no passkey's answer";
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(assertion.client_data, "base64url").toString("utf8")) as {
      challenge: string;
      origin: string;
    };
    const signed = Buffer.from(challenge, "base64url").subarray(0, hashBytes).toString("hex");
    if (signed !== hash) return "signed another text";
    verifyAssertion(assertion, new URL(origin).hostname, {
      publicKey: Buffer.from(public_key, "base64url"),
      signCount: 0,
    });
    return undefined;
  } catch (error) {
    return error instanceof PasskeyRefusal ? "the signature is not of this passkey" : "the answer cannot be read";
  }
}

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest();
