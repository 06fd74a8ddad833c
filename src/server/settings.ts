import { resolve } from "node:path";
import type { z } from "zod";
import { isLoopback } from "./platform/http/loopback.ts";
import { environmentSchema } from "./settings-schema.ts";

type Parsed = z.infer<typeof environmentSchema>;

export interface Settings {
  /** 0 means any free port. */
  port: number;
  host: string;
  /** Where people reach the club: an origin, without a slash at the end. */
  appUrl: string;
  databaseUrl?: string;
  /** Absolute. */
  dataDir: string;
  /** Trimmed and in lower case; whoever owns one of them is an admin once it is verified. */
  adminEmails: string[];
  /** Admins need two-factor sign-in before they may do what is for admins. */
  isAdminTwoFactorRequired: boolean;
  /** Present whenever `databaseUrl` is; otherwise `findOrCreateAuthSecret` has one. */
  authSecret?: string;
  /** With it /metrics answers; without it there is no such page. */
  metricsToken?: string;
  /** How long a process that is told to stop says so at /readyz before it takes no more requests. */
  drainSeconds: number;
  smtpUrl?: string;
  mailFrom?: string;
  google?: { clientId: string; clientSecret: string; discoveryUrl: string };
  logLevel: Parsed["LOG_LEVEL"];
  /** Sample members with known passwords; only without ADMIN_EMAILS, and only where nobody else can reach it. */
  isSampleClub: boolean;
}

/** Its message is for the operator: one line per bad setting, and never the value of a secret one. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Reads all settings from the environment; an empty one counts as absent.
 * @throws SettingsError naming every bad setting, what is wrong with it and what is accepted.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    throw refusal(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const settings = toSettings(parsed.data);
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
    dataDir: resolve(env.DATA_DIR),
    adminEmails: env.ADMIN_EMAILS,
    isAdminTwoFactorRequired: env.REQUIRE_ADMIN_2FA,
    authSecret: env.AUTH_SECRET,
    metricsToken: env.METRICS_TOKEN,
    drainSeconds: env.DRAIN_SECONDS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    google: clientId && clientSecret ? { clientId, clientSecret, discoveryUrl } : undefined,
    logLevel: env.LOG_LEVEL,
    isSampleClub: env.ADMIN_EMAILS.length === 0,
  };
}

/** The same settings once the system has chosen the port. */
export function withPort(settings: Settings, port: number): Settings {
  const { host, appUrl } = settings;
  return { ...settings, port, appUrl: appUrl === addressOf(host, settings.port) ? addressOf(host, port) : appUrl };
}

/** The address at which a browser on this machine reaches a server that listens on `host`. */
function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

function refusal(lines: string[]): SettingsError {
  const count = lines.length === 1 ? "One setting is" : `${lines.length} settings are`;
  return new SettingsError(`${count} wrong:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** Settings that are each good and do not go together, as `readSettings` words them. */
function findConflicts(settings: Settings, env: Parsed): string[] {
  const conflicts: string[] = [];
  if (settings.databaseUrl && !settings.authSecret) {
    conflicts.push(
      "AUTH_SECRET: is required with DATABASE_URL, the same for every process that shares the database; accepted: 32 characters or more, for example from `openssl rand -base64 32`.",
    );
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    const missing = env.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
    conflicts.push(`${missing}: is missing; accepted: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET both set, or neither.`);
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
