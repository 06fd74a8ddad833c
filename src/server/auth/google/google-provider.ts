import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { isLoopback } from "../../platform/http/loopback.ts";
import type { Settings } from "../../settings.ts";
import { type GoogleIdentity, toGoogleIdentity } from "./google-identity.ts";
import { GoogleRefusal } from "./google-refusal.ts";

/** What has to come back unchanged, or has to be known, to finish what was begun. */
interface Secrets {
  state: string;
  nonce: string;
  code_verifier: string;
}

export interface GoogleProvider {
  /** Where the browser goes to sign in. @throws when Google cannot be reached. */
  begin(secrets: Secrets): Promise<URL>;
  /**
   * Who has signed in there.
   * @param search the query that the browser came back with.
   * @throws GoogleRefusal access_denied, or another error when Google cannot be reached or what came back is not genuine.
   */
  finish(search: string, secrets: Secrets): Promise<GoogleIdentity>;
}

export const googleCallbackPath = "/api/auth/callback/google";

/** Google by OpenID Connect: authorisation code with PKCE, and the ID token's signature checked. Its tokens are not kept. */
export function createGoogleProvider(
  settings: NonNullable<Settings["google"]>,
  appUrl: string,
  timeoutSeconds = 5,
): GoogleProvider {
  const redirectUri = `${appUrl}${googleCallbackPath}`;
  const configuration = rememberSuccess(() => discover(settings, timeoutSeconds));
  return {
    begin: async ({ state, nonce, code_verifier }) =>
      buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: "S256",
        access_type: "offline",
        prompt: "consent",
      }),
    finish: async (search, { state, nonce, code_verifier }) => {
      const returned = new URL(redirectUri);
      returned.search = search;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: code_verifier };
      const tokens = await authorizationCodeGrant(await configuration(), returned, checks).catch(throwIfDenied);
      return toGoogleIdentity(tokens.claims() ?? {});
    },
  };
}

/** Discovery waits for the first sign-in, so that the club starts without Google, and a failure is not kept. */
function rememberSuccess(discoverNow: () => Promise<Configuration>): () => Promise<Configuration> {
  let known: Promise<Configuration> | undefined;
  return () => {
    known ??= discoverNow().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

function discover({ clientId, clientSecret, discoveryUrl }: NonNullable<Settings["google"]>, timeout: number) {
  const address = new URL(discoveryUrl);
  const isOnThisMachine = address.protocol === "http:" && isLoopback(address.hostname);
  const execute = [enableNonRepudiationChecks, ...(isOnThisMachine ? [allowInsecureRequests] : [])];
  return discovery(address, clientId, clientSecret, undefined, { timeout, execute });
}

function throwIfDenied(error: unknown): never {
  const isDenied = error instanceof AuthorizationResponseError && error.error === "access_denied";
  throw isDenied ? new GoogleRefusal("access_denied") : error;
}
