import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { apiKeyMessages as messages } from "#shared/api-keys/api-key-messages.ts";
import type { ApiKeyScope } from "#shared/api-keys/api-keys.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";

/** Finds leaked keys in code and logs. */
const prefix = "kindling_";
const keyBytes = 32;

export const createKey = (): string => prefix + randomBytes(keyBytes).toString("base64url");

export const isApiKey = (bearer: string): boolean => bearer.startsWith(prefix);

/** The hash needs no salt: nobody can guess 256 random bits. */
export const hashOfKey = (key: string): string => createHash("sha256").update(key).digest("hex");

export const apiKeyInvalid = () =>
  new HttpError("api_key_invalid", messages.invalid, {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });

/** @throws HttpError api_key_closed. */
export function assertKeyMayCall(c: Context<Environment>, scope: ApiKeyScope): void {
  const needed = c.get("keyScope");
  if (!needed) throw new HttpError("api_key_closed", messages.closed);
  if (needed === "write" && scope === "read") throw new HttpError("api_key_closed", messages.readOnly);
}
