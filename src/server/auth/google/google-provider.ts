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
import { type GoogleErrorCode, googleMessages } from "#shared/account/oauth-messages.ts";
import { emailSchema, lineSchema } from "#shared/text.ts";
import { isLoopback } from "../../platform/http/loopback.ts";
import type { Settings } from "../../settings.ts";

/** PKCE verifier, state and nonce. */
interface Secrets {
  state: string;
  nonce: string;
  code_verifier: string;
}

export interface GoogleProvider {
  /** @throws when Google is unreachable. */
  begin(secrets: Secrets): Promise<URL>;
  /**
   * @param search callback query. @throws GoogleRefusal access_denied; other errors when Google is unreachable or the
   * response is invalid.
   */
  finish(search: string, secrets: Secrets): Promise<GoogleIdentity>;
}

const googleCallbackPath = "/api/auth/callback/google";

/** OpenID Connect: authorisation code with PKCE, ID token signature checked; tokens are discarded. */
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

/** Discovery is lazy, so the app starts without Google; failures are not cached. */
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

export interface GoogleIdentity {
  /** Stable Google account id. */
  sub: string;
  /** Normalised; undefined unless Google reports it verified. */
  verifiedEmail: string | undefined;
  /** Google hosts the mailbox if this is true; other addresses were verified once and may have changed hands. */
  isMailboxAtGoogle: boolean;
  name: string | undefined;
}

const googleDomains = new Set(["gmail.com", "googlemail.com"]);

interface Claims {
  sub?: string;
  email?: unknown;
  email_verified?: unknown;
  /** Google Workspace domain. */
  hd?: unknown;
  name?: unknown;
}

/** @param claims of a verified ID token. */
function toGoogleIdentity({ sub = "", email, email_verified, hd, name }: Claims): GoogleIdentity {
  const verifiedEmail = email_verified === true ? emailSchema.safeParse(email).data : undefined;
  const domain = verifiedEmail?.split("@").at(-1);
  const isMailboxAtGoogle = domain !== undefined && (googleDomains.has(domain) || domain === hd);
  return { sub, verifiedEmail, isMailboxAtGoogle, name: lineSchema.safeParse(name).data };
}

/** Becomes an error parameter of the redirect. */
export class GoogleRefusal extends Error {
  override name = "GoogleRefusal";
  readonly code: GoogleErrorCode;
  constructor(code: GoogleErrorCode) {
    super(googleMessages[code]);
    this.code = code;
  }
}
