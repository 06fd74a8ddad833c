import { z } from "zod";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineUpTo } from "#shared/text.ts";
import {
  apiKeyMessages,
  apiKeyScopes,
  apiKeyStates,
  longestApiKeyDays,
  maximumApiKeyNameLength,
} from "./api-key-messages.ts";

export const apiKeySchema = namedObject("ApiKey", {
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(apiKeyScopes),
  state: z.enum(apiKeyStates),
  /** Of the key itself, to tell it from others. */
  last_four: z.string(),
  /** The admin it acts for. */
  user_id: z.uuid(),
  owner_name: z.string(),
  created_at: momentSchema,
  expires_at: momentSchema,
  /** Written at most once a minute. */
  last_used_at: momentSchema.nullable(),
  can: z.object({ revoke: z.boolean() }),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
export type ApiKeyScope = ApiKey["scope"];
export const apiKeyListSchema = listOf(apiKeySchema).meta({ id: "ApiKeyList" });

export const apiKeyInputSchema = namedObject("ApiKeyInput", {
  name: lineUpTo(maximumApiKeyNameLength).trim().min(1, apiKeyMessages.nameMissing),
  scope: z.enum(apiKeyScopes),
  days: z.int().min(1).max(longestApiKeyDays),
});
/** The form holds a choice as text. */
export const apiKeyFormSchema = apiKeyInputSchema.extend({
  days: z.coerce.number().pipe(apiKeyInputSchema.shape.days),
});

/** With the key itself, this once. */
export const createdApiKeySchema = apiKeySchema.extend({ key: z.string() }).meta({ id: "CreatedApiKey" });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;
