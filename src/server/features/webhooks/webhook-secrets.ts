import { createSeal, type Seal } from "../../platform/seal.ts";

/** Each is sealed for its webhook. */
export type WebhookSecrets = Seal<string>;

/** @param keys the present one, then those before it. */
export const createWebhookSecrets = (keys: readonly [string, ...string[]]): WebhookSecrets =>
  createSeal(keys, "webhook secrets");
