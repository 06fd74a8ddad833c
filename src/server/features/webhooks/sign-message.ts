import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

export const createWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString("base64");

interface Message {
  id: string;
  /** Each attempt has its own time: receivers refuse old ones. */
  at: Date;
  body: string;
}

/** Headers of Standard Webhooks, with a signature for each secret. */
export function signMessage({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatureBy = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(signatureBy).join(" "),
  };
}
