import { z } from "zod";
import { emailSchema } from "#shared/text.ts";
import { acceptedDatabaseUrl, parseDatabaseUrl } from "./platform/db/database-address.ts";
import { acceptedFilesUrl, parseFilesUrl } from "./platform/files/s3-address.ts";
import { acceptedClamdAddress, parseClamdAddress } from "./platform/files/virus-scanner.ts";
import { isLoopback } from "./platform/http/loopback.ts";

export const minimumAuthSecretLength = 32;
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Error messages of secrets never quote the value. */
export const environmentSchema = z.object({
  PORT: z
    .string()
    .trim()
    .refine((text) => /^\d+$/.test(text) && Number(text) <= 65535, quoting("is no port", "a whole number, 0 to 65535"))
    .transform(Number)
    .default(3000),
  HOST: z
    .string()
    .trim()
    .regex(/^[\w.:-]+$/, quoting("is no host", "an address or name of this machine, such as 127.0.0.1"))
    .default("127.0.0.1"),
  APP_URL: z
    .string()
    .trim()
    .refine(
      isOrigin,
      quoting("is no web address", "http or https and a host, without a path, such as https://club.example"),
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  DATABASE_URL: z
    .string()
    .trim()
    .superRefine(checkUrl(parseDatabaseUrl, "database address", acceptedDatabaseUrl))
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .trim()
    .superRefine(checkUrl(parseDatabaseUrl, "database address", acceptedDatabaseUrl))
    .optional(),
  DATABASE_PREPARED: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(["on", "off"], quoting("is neither on nor off", "on or off")))
    .transform((text) => text === "on")
    .default(true),
  READ_DATABASE_URL: z
    .string()
    .trim()
    .superRefine(checkUrl(parseDatabaseUrl, "database address", acceptedDatabaseUrl))
    .optional(),
  DATA_DIR: z.string().default("./var"),
  ADMIN_EMAILS: z
    .string()
    .superRefine((text, context) => {
      const wrong = mailboxesIn(text).filter((part) => !isEmail(part));
      const names = wrong.map((part) => `"${part}"`).join(" and ");
      const verb = wrong.length === 1 ? "is no e-mail address" : "are no e-mail addresses";
      if (wrong.length > 0) context.addIssue(`${names} ${verb}; accepted: e-mail addresses separated by commas.`);
    })
    .transform((text) => [...new Set(mailboxesIn(text).map((part) => emailSchema.parse(part)))])
    .default([]),
  AUTH_SECRET: z
    .string()
    .min(minimumAuthSecretLength, { error: `is too short; accepted: ${minimumAuthSecretLength} characters or more.` })
    .optional(),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .min(minimumAuthSecretLength, { error: `is too short; accepted: ${minimumAuthSecretLength} characters or more.` })
    .optional(),
  SMTP_URL: z
    .string()
    .trim()
    .refine(isSmtpUrl, "is no mail server's address; accepted: smtp://user:password@host:port, or smtps://…")
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .refine(isMailbox, quoting("is no sender", "an e-mail address, or Name <address>"))
    .optional(),
  FILES_URL: z
    .string()
    .trim()
    .superRefine(checkUrl(parseFilesUrl, "S3 address", acceptedFilesUrl))
    .optional(),
  CLAMD_ADDRESS: z
    .string()
    .trim()
    .refine(parseClamdAddress, quoting("is no address of clamd", acceptedClamdAddress))
    .transform(parseClamdAddress)
    .optional(),
  BACKUPS_KEPT: z
    .string()
    .trim()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 365,
      quoting("is no number of backups", "a whole number, 1 to 365"),
    )
    .transform(Number)
    .default(14),
  METRICS_TOKEN: z
    .string()
    .trim()
    .regex(/^[\w.~+/=-]{16,}$/, {
      error: "is no token; accepted: 16 characters or more, letters, digits and -._~+/= without spaces.",
    })
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .trim()
    .refine((text) => /^\d+$/.test(text) && Number(text) <= 300, quoting("is no wait", "whole seconds, 0 to 300"))
    .transform(Number)
    .default(0),
  REQUIRE_ADMIN_2FA: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(["true", "false"], quoting("is neither yes nor no", "true or false")))
    .transform((text) => text === "true")
    .default(false),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .refine(
      (text) => listIn(text).every((host) => /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(host)),
      quoting("holds something that is no host", "names or addresses separated by commas, without ports"),
    )
    .transform(listIn)
    .default([]),
  TEST_BANK_URL: z
    .string()
    .trim()
    .refine(
      (text) => isOrigin(text) && isLoopback(new URL(text).hostname),
      quoting("is no address on this machine", "an http address such as http://127.0.0.1:4010"),
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  GOOGLE_CLIENT_ID: z.string().trim().optional(),
  GOOGLE_CLIENT_SECRET: z.string().trim().optional(),
  GOOGLE_DISCOVERY_URL: z
    .string()
    .trim()
    .refine(isDiscoveryUrl, quoting("is no discovery address", "an https address (http only on this machine)"))
    .default("https://accounts.google.com/.well-known/openid-configuration"),
  LOG_LEVEL: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(logLevels, quoting("is no log level", logLevels.join(", "))))
    .default("info"),
});

export function quoting(complaint: string, accepted: string) {
  return { error: ({ input }: { input?: unknown }) => `"${input}" ${complaint}; accepted: ${accepted}.` };
}

/** @param parse throws what is wrong, without the URL. */
function checkUrl(parse: (text: string) => unknown, what: string, accepted: string) {
  return (text: string, context: z.RefinementCtx) => {
    try {
      parse(text);
    } catch (error) {
      const complaint = error instanceof Error ? error.message : "it cannot be read";
      context.addIssue(`is no ${what}: ${complaint}; accepted: ${accepted}.`);
    }
  };
}

function listIn(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim().toLowerCase());
  return [...new Set(parts.filter(Boolean))];
}

/** A comma within quotation marks or before an address in angle brackets belongs to a name. */
const mailboxesIn = (text: string): string[] =>
  (text.match(/"[^"]*"\s*<[^<>]*>|[^,;]+/g) ?? []).map((part) => part.trim()).filter(Boolean);

function isEmail(text: string): boolean {
  return emailSchema.safeParse(text).success;
}

function isMailbox(text: string): boolean {
  return !/[\r\n]/.test(text) && isEmail(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text);
}

function isOrigin(text: string): boolean {
  const url = parseWebUrl(text);
  return Boolean(url && url.pathname === "/" && !url.search && !url.hash && !url.username);
}

function isDiscoveryUrl(text: string): boolean {
  const url = parseWebUrl(text);
  return Boolean(url && (url.protocol === "https:" || isLoopback(url.hostname)));
}

function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\//i.test(text) && URL.canParse(text) && new URL(text).hostname !== "";
}

function parseWebUrl(text: string): URL | undefined {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
