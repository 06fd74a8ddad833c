import { resolve } from "node:path";
import type { z } from "zod";
import { parseFilesUrl, type S3Address } from "./platform/files/s3-address.ts";
import type { ClamdAddress } from "./platform/files/virus-scanner.ts";
import { isLoopback } from "./platform/http/loopback.ts";
import type { TracingSettings } from "./platform/tracing/tracing.ts";
import { environmentSchema } from "./settings-schema.ts";
import { isTracingWanted, toTracingSettings, tracingSchema } from "./tracing-schema.ts";

type Parsed = z.infer<typeof environmentSchema>;

export interface Settings {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Public origin, no trailing slash. */
  appUrl: string;
  databaseUrl?: string;
  /** Past a pooler, for what needs a session of its own. */
  databaseDirectUrl?: string;
  /** A streaming replica that may answer reads. */
  readDatabaseUrl?: string;
  /** It is false behind a pooler that keeps no prepared statements. */
  isDatabasePrepared: boolean;
  /** Absolute. */
  dataDir: string;
  /** Trimmed, lower case; admins once their e-mail is verified. */
  adminEmails: string[];
  /** Admin routes require two-factor. */
  isAdminTwoFactorRequired: boolean;
  /** Required with `databaseUrl`; otherwise generated. */
  authSecret?: string;
  /** Decrypts what it encrypted, until that is re-encrypted. */
  previousAuthSecret?: string;
  /** Newest backups in `dataDir/backups` that are not deleted. */
  backupsKept: number;
  /** Enables /metrics. */
  metricsToken?: string;
  /** Seconds of 503 at /readyz before closing. */
  drainSeconds: number;
  smtpUrl?: string;
  mailFrom?: string;
  /** Files go there in place of the database. */
  s3?: S3Address;
  /** Scans what is uploaded. */
  clamd?: ClamdAddress;
  /** Lower case. Webhooks reach them although they are in a private network, and over http. */
  webhookAllowedHosts: string[];
  /** Of a stand-in for the bank, in tests: only without ADMIN_EMAILS, on this machine. */
  bankStandInUrl?: string;
  google?: { clientId: string; clientSecret: string; discoveryUrl: string };
  logLevel: Parsed["LOG_LEVEL"];
  /** It is `undefined` where no traces are wanted. */
  tracing?: TracingSettings;
  /** Public passwords: only without ADMIN_EMAILS, on loopback. */
  isSampleClub: boolean;
}

/** One line per invalid setting, without secret values. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** An empty value counts as unset. @throws SettingsError listing every invalid setting. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(present);
  const tracing = isTracingWanted(present) ? tracingSchema.safeParse(present) : undefined;
  const issues = [...(parsed.error?.issues ?? []), ...(tracing?.error?.issues ?? [])];
  if (!parsed.success || issues.length > 0) {
    throw refusal(issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const settings = {
    ...toSettings(parsed.data),
    ...(tracing?.data && { tracing: toTracingSettings(tracing.data) }),
  };
  const conflicts = findConflicts(settings, parsed.data);
  if (conflicts.length > 0) throw refusal(conflicts);
  return settings;
}

function toSettings(env: Parsed): Settings {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_DISCOVERY_URL: discoveryUrl } = env;
  return {
    port: env.PORT,
    host: env.HOST,
    appUrl: env.APP_URL ?? addressOf(env.HOST, env.PORT),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    readDatabaseUrl: env.READ_DATABASE_URL,
    isDatabasePrepared: env.DATABASE_PREPARED,
    dataDir: resolve(env.DATA_DIR),
    adminEmails: env.ADMIN_EMAILS,
    isAdminTwoFactorRequired: env.REQUIRE_ADMIN_2FA,
    authSecret: env.AUTH_SECRET,
    previousAuthSecret: env.AUTH_SECRET_PREVIOUS,
    backupsKept: env.BACKUPS_KEPT,
    metricsToken: env.METRICS_TOKEN,
    drainSeconds: env.DRAIN_SECONDS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    s3: env.FILES_URL ? parseFilesUrl(env.FILES_URL) : undefined,
    clamd: env.CLAMD_ADDRESS,
    webhookAllowedHosts: env.WEBHOOK_ALLOWED_HOSTS,
    bankStandInUrl: env.TEST_BANK_URL,
    google: clientId && clientSecret ? { clientId, clientSecret, discoveryUrl } : undefined,
    logLevel: env.LOG_LEVEL,
    isSampleClub: env.ADMIN_EMAILS.length === 0,
  };
}

/** Returns the settings with the port that port 0 was resolved to. */
export function withPort(settings: Settings, port: number): Settings {
  const { host, appUrl } = settings;
  return { ...settings, port, appUrl: appUrl === addressOf(host, settings.port) ? addressOf(host, port) : appUrl };
}

/** Browser URL on this machine for a bind host. */
function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

function refusal(lines: string[]): SettingsError {
  const count = lines.length === 1 ? "One setting is" : `${lines.length} settings are`;
  return new SettingsError(`${count} wrong:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** Conflicts between individually valid settings. */
function findConflicts(settings: Settings, env: Parsed): string[] {
  const conflicts: string[] = [];
  if (settings.databaseUrl && !settings.authSecret) {
    conflicts.push(
      "AUTH_SECRET: is required with DATABASE_URL, the same for every process that shares the database; accepted: 32 characters or more, for example from `openssl rand -base64 32`.",
    );
  }
  for (const name of ["DATABASE_DIRECT_URL", "READ_DATABASE_URL"] as const) {
    if (!env[name] || settings.databaseUrl) continue;
    conflicts.push(`${name}: needs DATABASE_URL, the address of the same database for everything else.`);
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    const missing = env.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
    conflicts.push(`${missing}: is missing; accepted: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET both set, or neither.`);
  }
  if (settings.bankStandInUrl && !settings.isSampleClub) {
    conflicts.push("TEST_BANK_URL: is for tests of the sample club; a real club reads from the bank alone.");
  }
  for (const name of publicAddresses(settings)) {
    conflicts.push(
      `${name}: would let others reach the sample club, whose passwords everybody knows; set ADMIN_EMAILS to start a real club, or keep to this machine with 127.0.0.1, ::1 or localhost.`,
    );
  }
  return conflicts;
}

function publicAddresses(settings: Settings): string[] {
  if (!settings.isSampleClub) return [];
  const appHost = new URL(settings.appUrl).hostname;
  if (!isLoopback(settings.host)) return ["HOST"];
  return isLoopback(appHost) ? [] : ["APP_URL"];
}
