import { z } from "zod";

/** Raised when a reader of today's files could not read them any more. */
export const formatVersion = 1;

const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) });
const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  last_value: z.string().regex(/^-?\d+$/),
  is_called: z.boolean(),
});

/** The first line of a backup: all that has to be known before its rows are read. */
export const headerSchema = z.object({
  kind: z.literal("backup of a club"),
  product: z.string(),
  format: z.literal(formatVersion),
  created_at: z.iso.datetime(),
  /** Whose people have a password that everybody knows. */
  is_sample: z.boolean(),
  /** For people who read it: nothing depends on it. */
  postgresql: z.string(),
  /** The names of those applied, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema).min(1),
  sequences: z.array(sequenceSchema),
  /** Null when the club had none yet; without `value` when its operator keeps it. */
  auth_secret: z.object({ fingerprint: z.string(), value: z.string().optional() }).nullable(),
});

/** The last line: what the rows before it have to be. */
export const trailerSchema = z.object({
  /** In the order of the tables. */
  rows: z.array(z.number().int().nonnegative()),
  /** Of everything before this line. */
  sha256: z.string(),
});

export type ClubTable = z.infer<typeof tableSchema>;
export type ClubSequence = z.infer<typeof sequenceSchema>;
export type BackupHeader = z.infer<typeof headerSchema>;
export type BackupTrailer = z.infer<typeof trailerSchema>;
