import { randomInt } from "node:crypto";
import { betterAuth } from "better-auth";
import { hashPassword, symmetricDecrypt, verifyPassword } from "better-auth/crypto";
import { type Jwk, jwt } from "better-auth/plugins/jwt";
import { twoFactor } from "better-auth/plugins/two-factor";
import { sql } from "kysely";
import pLimit from "p-limit";
import { maximumPasswordLength, minimumPasswordLength } from "#shared/account/password-rules.ts";
import { signInRefusals } from "#shared/account/sign-in-messages.ts";
import { invitationCodeAlphabet } from "#shared/invitations/invitations.ts";
import type { Database } from "../platform/db/connect.ts";
import type { AsOwner } from "../platform/db/types.ts";
import { clientIpHeader } from "../platform/http/client-address.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { cookiePrefix } from "./cookie-prefix.ts";

const sessionLifetimeSeconds = 7 * 24 * 60 * 60;
const sessionRenewalSeconds = 24 * 60 * 60;

interface AuthOptions {
  db: Database;
  asOwner: AsOwner;
  appUrl: string;
  /** Origins allowed for state-changing requests. */
  ownOrigins: readonly string[];
  /** Signs cookies and verification links, encrypts TOTP secrets and private token keys. */
  key: string;
  /** Decrypts values stored before keys were derived from it. */
  legacySecret: string;
  sendVerificationMail: (person: { id: string; email: string }) => Promise<void>;
  onError: (message: string) => void;
  passwordHashing?: PasswordHashingOptions;
}

export type Auth = ReturnType<typeof createAuth>;

/** Better Auth on our tables; its sign-up is disabled, `registerAccount` replaces it. */
export function createAuth({
  db,
  asOwner,
  appUrl,
  ownOrigins,
  key,
  legacySecret,
  onError,
  passwordHashing,
  ...mails
}: AuthOptions) {
  return betterAuth({
    baseURL: appUrl,
    basePath: "/api/auth",
    secrets: [{ version: 1, value: key }],
    secret: legacySecret,
    trustedOrigins: [...ownOrigins],
    database: { db, type: "postgres", schemaName: "auth", transaction: true },
    telemetry: { enabled: false },
    disabledPaths: ["/verify-email"],
    plugins: [twoFactorPlugin(), accessTokenPlugin(appUrl)],
    // Replaced by limits.ts, which counts per person and address.
    rateLimit: { enabled: false },
    // Better Auth would otherwise log failed statements with their values.
    onAPIError: { throw: true },
    // Its messages may contain e-mail addresses: log errors only, without arguments. An origin is the caller's own word.
    logger: { level: "error", log: (_level, message) => message.startsWith("Invalid origin") || onError(message) },
    advanced: {
      cookiePrefix: `${cookiePrefix(appUrl)}kindling`,
      // The library disables this check under test.
      disableOriginCheck: false,
      // It would put its own prefix before ours, which asks for less.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: appUrl.startsWith("https:") },
      // Shown in the list of sessions.
      ipAddress: { ipAddressHeaders: [clientIpHeader], ipv6Subnet: 128 },
      database: { generateId: "uuid" },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: minimumPasswordLength,
      maxPasswordLength: maximumPasswordLength,
      password: createPasswordHashing(passwordHashing),
    },
    emailVerification: {
      // Ignores Better Auth's token: the mail template creates its own.
      sendVerificationEmail: ({ user }) => mails.sendVerificationMail(user),
    },
    user: {
      modelName: "users",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
    },
    session: {
      modelName: "sessions",
      expiresIn: sessionLifetimeSeconds,
      updateAge: sessionRenewalSeconds,
      fields: {
        expiresAt: "expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        userId: "user_id",
      },
    },
    databaseHooks: { session: { create: { after: ({ userId }) => capSessions(asOwner, userId) } } },
    account: {
      modelName: "accounts",
      fields: {
        accountId: "account_id",
        providerId: "provider_id",
        userId: "user_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
  });
}

/** Bounds the rows that repeated sign-ins can create. */
const maximumSessions = 50;

async function capSessions(asOwner: AsOwner, userId: string): Promise<void> {
  await asOwner(null, async (tx, effects) => {
    const { rows } = await sql`
      delete from auth.sessions
       where id in (select id from auth.sessions where user_id = ${userId}
                     order by updated_at desc, id desc offset ${maximumSessions})
       returning id`.execute(tx);
    for (const _row of rows) effects.audit("session_ended", userId, { reason: "too_many_sessions" });
  });
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export interface PasswordHashingOptions {
  concurrency?: number;
  queueLength?: number;
  /** Defaults to scrypt. */
  hasher?: PasswordHasher;
}

/** Leaves one of libuv's four threads free for file system and DNS. */
const usualConcurrency = 3;
const usualQueueLength = 30;
const retryAfterSeconds = 5;

/**
 * Limits concurrency: a hash takes 32 MB and 0.1 s CPU. @throws HttpError 503 with Retry-After when the queue is full.
 */
export function createPasswordHashing({
  concurrency = usualConcurrency,
  queueLength = usualQueueLength,
  hasher = { hash: hashPassword, verify: verifyPassword },
}: PasswordHashingOptions = {}): PasswordHasher {
  const limit = pLimit(concurrency);
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= queueLength) throw passwordsBusy();
    return limit(work);
  };
  return {
    hash: async (password) => enqueue(() => hasher.hash(password)),
    verify: async (given) => enqueue(() => hasher.verify(given)),
  };
}

const passwordsBusy = () =>
  new HttpError("passwords_busy", signInRefusals.passwordsBusy, {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });

const day = 24 * 60 * 60;
export const accessTokenLifetimeSeconds = 10 * 60;
export const accessTokenAlgorithm = "EdDSA";

/** Ed25519 keys in our table; none of its routes is exposed. */
const accessTokenPlugin = (appUrl: string) =>
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

/** Its attempt counter is off: see consume-codes.ts. */
const twoFactorPlugin = () =>
  twoFactor({
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: "encrypted", customBackupCodesGenerate: createRecoveryCodes },
    schema: {
      user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
      twoFactor: {
        modelName: "two_factors",
        fields: {
          backupCodes: "backup_codes",
          userId: "user_id",
          failedVerificationCount: "failed_verification_count",
          lockedUntil: "locked_until",
        },
      },
    },
  });

const amount = 10;
const length = 10;
const groupLength = 5;

/** Such as K7QX2-MPR9W, 49 bits each. */
export const createRecoveryCodes = (): string[] => Array.from({ length: amount }, () => grouped(createCode()));

const createCode = () =>
  Array.from({ length }, () => invitationCodeAlphabet[randomInt(invitationCodeAlphabet.length)]).join("");

/** Ignores case, spaces and hyphens. */
export const normalRecoveryCode = (typed: string): string => grouped(typed.replace(/[\s-]/g, "").toUpperCase());

const grouped = (code: string) => `${code.slice(0, groupLength)}-${code.slice(groupLength)}`;
