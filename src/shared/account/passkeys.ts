import { z } from "zod";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineUpTo } from "#shared/text.ts";
import { maximumPasskeyNameLength, passkeyMessages } from "./passkey-messages.ts";
import { ownPasswordSchema } from "./session.ts";

const maximumBase64Length = 8192;
/** Binary values travel as base64url. */
const binarySchema = z
  .string()
  .max(maximumBase64Length)
  .regex(/^[\w-]+$/);

export const passkeySchema = namedObject("Passkey", {
  id: z.uuid(),
  name: z.string(),
  created_at: momentSchema,
  last_used_at: momentSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

const nameSchema = lineUpTo(maximumPasskeyNameLength).trim().min(1, passkeyMessages.nameMissing);

export const passkeyRequestSchema = namedObject("PasskeyRequest", {
  challenge: z.string(),
  rp_id: z.string(),
  /** Credential ids; empty: any passkey of the club. */
  allowed: z.array(z.string()),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

export const passkeyCreationSchema = namedObject("PasskeyCreation", {
  challenge: z.string(),
  rp_id: z.string(),
  rp_name: z.string(),
  user_handle: z.string(),
  user_name: z.string(),
  display_name: z.string(),
  /** COSE. */
  algorithms: z.array(z.number().int()),
  /** Credential ids of the person's other passkeys. */
  excluded: z.array(z.string()),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

export const createdCredentialSchema = namedObject("CreatedCredential", {
  credential_id: binarySchema,
  client_data: binarySchema,
  authenticator_data: binarySchema,
  /** SubjectPublicKeyInfo, DER. */
  public_key: binarySchema,
  transports: z.array(z.string().max(40)).max(10),
});
export type CreatedCredential = z.infer<typeof createdCredentialSchema>;

export const passkeyInputSchema = namedObject("PasskeyInput", {
  name: nameSchema,
  credential: createdCredentialSchema,
});

export const passkeyNameSchema = z.strictObject({ name: nameSchema }).meta({ id: "PasskeyName" });
export type PasskeyName = z.infer<typeof passkeyNameSchema>;

export const passkeyAssertionSchema = namedObject("PasskeyAssertion", {
  credential_id: binarySchema,
  client_data: binarySchema,
  authenticator_data: binarySchema,
  signature: binarySchema,
  user_handle: binarySchema.nullable(),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

export const signInConfirmationSchema = namedObject("SignInConfirmation", {
  password: ownPasswordSchema().optional(),
  passkey: passkeyAssertionSchema.optional(),
});
