import { betterAuth } from "better-auth";
import { sql } from "kysely";
import { maximumPasswordLength, minimumPasswordLength } from "#shared/account/password-rules.ts";
import type { Database } from "../platform/db/connect.ts";
import type { AsOwner } from "../platform/db/types.ts";
import { clientIpHeader } from "../platform/http/client-address.ts";
import { cookiePrefix } from "./cookie-prefix.ts";
import { createPasswordHashing, type PasswordHashingOptions } from "./passwords/password-hashing.ts";
import { accessTokenPlugin } from "./tokens/access-token-plugin.ts";
import { twoFactorPlugin } from "./two-factor/two-factor-plugin.ts";

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
