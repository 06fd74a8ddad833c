import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { checkKeys, checkStates } from "./system-messages.ts";

export const backupNameSchema = z.string().regex(/^[a-z0-9][A-Za-z0-9-]{0,120}\.backup$/);

export const backupSchema = namedObject("Backup", {
  name: z.string(),
  /** The machine whose DATA_DIR holds the file. */
  host: z.string(),
  state: z.enum(["running", "verified", "failed"]),
  started_at: momentSchema,
  finished_at: momentSchema.nullable(),
  bytes: z.number().int().nullable(),
  sha256: z.string().nullable(),
  rows_total: z.number().int().nullable(),
  rows_written: z.number().int(),
  rows_read_back: z.number().int(),
  reason: z.string().nullable(),
  can: z.object({ download: z.boolean() }),
});
export type Backup = z.infer<typeof backupSchema>;
export const backupListSchema = listOf(backupSchema).meta({ id: "BackupList" });

export const queuedJobStates = ["waiting", "running", "failed", "done"] as const;

export const queuedJobSchema = namedObject("QueuedJob", {
  id: z.uuid(),
  kind: z.enum(["mail", "job"]),
  /** Template of a mail, or name of a job. */
  name: z.string(),
  state: z.enum(queuedJobStates),
  created_at: momentSchema,
  /** When it is tried again, or has ended. */
  at: momentSchema.nullable(),
  retries: z.number().int(),
  /** Of the last failure, without addresses. */
  reason: z.string().nullable(),
  can: z.object({ retry: z.boolean(), discard: z.boolean() }),
});
export type QueuedJob = z.infer<typeof queuedJobSchema>;
export const queuedJobListSchema = listOf(queuedJobSchema).meta({ id: "QueuedJobList" });
export const queuedJobQuerySchema = pageQuerySchema.extend({ state: z.enum(queuedJobStates).optional() });
export type QueuedJobQuery = z.infer<typeof queuedJobQuerySchema>;

export const clientErrorInputSchema = namedObject("ClientErrorInput", {
  /** "TypeError". */
  name: z.string().max(60).optional(),
  message: z.string().min(1).max(2000),
  stack: z.string().max(3500).optional(),
  /** The path has no query and no hash. */
  path: z.string().max(500),
  build: z.string().max(100),
});
const storedErrorSchema = z.object({
  message: z.string(),
  stack: z.string().nullable(),
  path: z.string(),
  build: z.string(),
});
export type ClientError = z.infer<typeof storedErrorSchema>;

const checkSchema = z.object({
  key: z.enum(checkKeys),
  state: z.enum(checkStates),
  /** Such as a count, a version or a time; what it means is in `systemChecks`. */
  value: z.string().nullable(),
});

export const systemStateSchema = namedObject("SystemState", {
  checks: z.array(checkSchema),
  mails: z.object({ waiting: z.number().int(), failed: z.number().int(), done: z.number().int() }),
  test_mail: queuedJobSchema.nullable(),
  versions: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      built_at: momentSchema.nullable(),
      supported_until: z.string().nullable(),
    }),
  ),
  sizes: z.object({ database_bytes: z.number(), disk_free_bytes: z.number(), disk_bytes: z.number() }),
  database: z.object({
    /** Run by the club itself, or by the operator. */
    place: z.enum(["embedded", "operator"]),
    has_pooler: z.boolean(),
    is_prepared: z.boolean(),
    replica: z
      .object({
        is_up: z.boolean(),
        /** `null` means that it does not answer. */
        lag_bytes: z.number().nullable(),
        lag_seconds: z.number().nullable(),
        /** Of the process that answers, since it started: those the primary answered were asked too early, or failed. */
        reads: z.object({ answered: z.number().int(), behind: z.number().int(), failed: z.number().int() }),
      })
      .nullable(),
  }),
  jobs: z.array(
    z.object({
      name: z.string(),
      state: z.enum(queuedJobStates).nullable(),
      last_at: momentSchema.nullable(),
      reason: z.string().nullable(),
    }),
  ),
  client_errors: z.array(
    storedErrorSchema.extend({ id: z.uuid(), count: z.number().int(), first_at: momentSchema, last_at: momentSchema }),
  ),
});
const senderCheckSchema = z.object({
  key: z.enum(["spf", "dkim", "dmarc", "alignment"]),
  state: z.enum(["ok", "missing", "wrong", "not_checked"]),
  /** Why, and what to do. */
  text: z.string(),
  /** What was asked for in DNS, and what is there. */
  name: z.string().nullable(),
  found: z.array(z.string()),
  /** The record that mends it. */
  add: z.object({ type: z.literal("TXT"), name: z.string(), value: z.string() }).nullable(),
});
export type SenderCheck = z.infer<typeof senderCheckSchema>;

export const senderDomainSchema = namedObject("SenderDomain", {
  /** Of the address that the club's emails are from. */
  domain: z.string(),
  /** The mail server, where it is one that many use. */
  relay: z.string().nullable(),
  checks: z.array(senderCheckSchema),
});
export type SenderDomain = z.infer<typeof senderDomainSchema>;

export const mailHeadersSchema = namedObject("MailHeaders", {
  /** Of a test email, as the receiver's mail program shows them. */
  headers: z
    .string()
    .trim()
    .min(1, "Please paste the headers.")
    .max(64 * 1024, "Please paste the headers alone, up to the first empty line."),
});
export type MailHeaders = z.infer<typeof mailHeadersSchema>;

export type SystemState = z.infer<typeof systemStateSchema>;
export type SystemCheck = z.infer<typeof checkSchema>;
