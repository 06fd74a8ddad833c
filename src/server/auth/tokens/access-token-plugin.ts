import { symmetricDecrypt } from "better-auth/crypto";
import { type Jwk, jwt } from "better-auth/plugins/jwt";

const day = 24 * 60 * 60;
export const accessTokenLifetimeSeconds = 10 * 60;
export const accessTokenAlgorithm = "EdDSA";

/** Ed25519 keys in our table; none of its routes is exposed. */
export const accessTokenPlugin = (appUrl: string) =>
  jwt({
    jwt: { issuer: appUrl, audience: appUrl },
    jwks: { keyPairConfig: { alg: accessTokenAlgorithm }, rotationInterval: 90 * day, gracePeriod: day },
    disableSettingJwtHeader: true,
    schema: {
      jwks: {
        fields: {
          publicKey: "public_key",
          privateKey: "private_key",
          createdAt: "created_at",
          expiresAt: "expires_at",
        },
      },
    },
    adapter: {
      // Keys encrypted with a former AUTH_SECRET are unusable: skip them.
      getJwks: async ({ context }) => {
        const keys = await context.adapter.findMany<Jwk>({ model: "jwks" });
        const isOwn = await Promise.all(keys.map((key) => canDecrypt(context.secretConfig, key)));
        return keys.filter((_, index) => isOwn[index]);
      },
    },
  });

function canDecrypt(key: Parameters<typeof symmetricDecrypt>[0]["key"], { privateKey }: Jwk): Promise<boolean> {
  return symmetricDecrypt({ key, data: JSON.parse(privateKey) }).then(
    () => true,
    () => false,
  );
}
