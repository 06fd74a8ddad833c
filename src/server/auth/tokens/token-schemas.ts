import { z } from "zod";
import { totpCodeSchema } from "#shared/account/account.ts";
import { sessionSchema, signInInputSchema } from "#shared/account/session.ts";
import { namedObject } from "#shared/named-object.ts";

const maximumTokenLength = 4000;
const refreshTokenSchema = z.string().min(1).max(maximumTokenLength);

/** How a program signs in: with a password and, where the person has one, a code of their second factor; then by refresh token. */
export const tokenInputSchema = z
  .union([
    z.object({ refresh_token: refreshTokenSchema }),
    signInInputSchema.extend({ totp: totpCodeSchema.optional() }),
  ])
  .meta({ id: "TokenInput" });

/** The session as a program has it; `expires_at` and `expires_in` are those of the access token. */
export const tokensSchema = sessionSchema
  .extend({
    access_token: z.string(),
    /** Works once: the next answer brings another. */
    refresh_token: z.string(),
    token_type: z.literal("bearer"),
  })
  .meta({ id: "Tokens" });
export type Tokens = z.infer<typeof tokensSchema>;

/** A program hands this pair over to a browser. */
export const tokenPairSchema = namedObject("TokenPair", {
  access_token: z.string().min(1).max(maximumTokenLength),
  refresh_token: refreshTokenSchema,
});

/** RFC 7517; only what is public. */
export const jwksSchema = namedObject("Jwks", {
  keys: z.array(z.object({ kid: z.string(), alg: z.string(), kty: z.string(), crv: z.string(), x: z.string() })),
});

export const tokenMessages = {
  invalidJwt: "Invalid JWT",
  invalidRefreshToken: "This refresh token is not valid any more. Please sign in again.",
} as const;
