import { resolve } from "node:path";
import { z } from "zod";
import { parseFilesUrl, type S3Address } from "./platform/files/s3-address.ts";
import type { ClamdAddress } from "./platform/files/virus-scanner.ts";
import { isLoopback } from "./platform/http/loopback.ts";
import type { TracingSettings } from "./platform/tracing/tracing.ts";
import { environmentSchema, quoting } from "./settings-schema.ts";

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

/** OpenTelemetry's own names and meanings; only with one of `wanting` are the others read. */
const wanting = ["OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;

function isTracingWanted(env: Record<string, string | undefined>): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true") return false;
  return env.OTEL_TRACES_EXPORTER?.trim() !== "none" && wanting.some((name) => env[name] !== undefined);
}

const samplers = {
  always_on: { ratio: 1, followsParent: false },
  always_off: { ratio: 0, followsParent: false },
  traceidratio: { ratio: undefined, followsParent: false },
  parentbased_always_on: { ratio: 1, followsParent: true },
  parentbased_always_off: { ratio: 0, followsParent: true },
  parentbased_traceidratio: { ratio: undefined, followsParent: true },
} as const;
type SamplerName = keyof typeof samplers;
const samplerNames = Object.keys(samplers) as [SamplerName, ...SamplerName[]];

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names, complaint: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(names, quoting(complaint, names.join(", "))));

const protocol = oneOf(["http/json"], "is no protocol of the club").optional();
const compression = oneOf(["gzip", "none"], "is no compression").optional();
const endpoint = z
  .string()
  .trim()
  .refine(
    isWebAddress,
    "is no address of a collector; accepted: http or https, a host, a port and perhaps a path; a password goes into the headers.",
  )
  .optional();
const headers = z
  .string()
  .refine(isHeaders, "is no list of headers; accepted: name=value, separated by commas, values percent-encoded.")
  .transform((text) => parsePairs(text) ?? {})
  .optional();
const pairs = z
  .string()
  .refine((text) => parsePairs(text) !== undefined, "is no list; accepted: name=value, separated by commas.")
  .transform((text) => parsePairs(text) ?? {})
  .optional();
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
      quoting("is no such number", `a whole number, ${least} to ${most}`),
    )
    .transform(Number);
const milliseconds = wholeNumber(1, 600_000);
const count = wholeNumber(1, 100_000);

const tracingSchema = z.object({
  OTEL_TRACES_EXPORTER: oneOf(["otlp", "none"], "is no exporter of the club").optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.default(10_000),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: compression,
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression,
  OTEL_SERVICE_NAME: z.string().trim().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: oneOf(samplerNames, "is no sampler").default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .trim()
    .refine(
      (text) => /^\d*\.?\d+$/.test(text) && Number(text) <= 1,
      quoting("is no share", "a number from 0 to 1, such as 0.1"),
    )
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: count.default(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.default(512),
});

function toTracingSettings(env: z.infer<typeof tracingSchema>): TracingSettings {
  const { ratio, followsParent } = samplers[env.OTEL_TRACES_SAMPLER];
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? "http://localhost:4318";
  return {
    url: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${base.replace(/\/$/, "")}/v1/traces`,
    headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMilliseconds: env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT,
    isCompressed: (env.OTEL_EXPORTER_OTLP_TRACES_COMPRESSION ?? env.OTEL_EXPORTER_OTLP_COMPRESSION) === "gzip",
    resource: {
      "service.name": "kindling",
      ...env.OTEL_RESOURCE_ATTRIBUTES,
      ...(env.OTEL_SERVICE_NAME && { "service.name": env.OTEL_SERVICE_NAME }),
    },
    sampler: { ratio: ratio ?? env.OTEL_TRACES_SAMPLER_ARG, followsParent },
    delayMilliseconds: env.OTEL_BSP_SCHEDULE_DELAY,
    mostWaiting: env.OTEL_BSP_MAX_QUEUE_SIZE,
    mostInBatch: Math.min(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, env.OTEL_BSP_MAX_QUEUE_SIZE),
  };
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return !username && !password;
}

function isHeaders(text: string): boolean {
  try {
    new Headers(parsePairs(text) ?? [["", ""]]);
    return true;
  } catch {
    return false;
  }
}

/** Names and values of W3C Baggage: percent-encoded. @returns undefined for anything else. */
function parsePairs(text: string): Record<string, string> | undefined {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const entries = parts.map((part) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part));
  if (entries.some((entry) => entry === null)) return undefined;
  try {
    return Object.fromEntries(
      entries.map((entry) => [decodeURIComponent(entry?.[1] ?? ""), decodeURIComponent(entry?.[2] ?? "")]),
    );
  } catch {
    return undefined;
  }
}
