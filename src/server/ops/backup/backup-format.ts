import { escapeIdentifier } from "pg";
import { z } from "zod";
import { OperatorError } from "./operator-command.ts";

/** Raised when the current reader could not read the new files. */
export const formatVersion = 2;

const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) });
const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  last_value: z.string().regex(/^-?\d+$/),
  is_called: z.boolean(),
});

/** The first line of a backup. */
export const headerSchema = z.object({
  kind: z.literal("backup of a club"),
  product: z.string(),
  format: z.literal(formatVersion),
  created_at: z.iso.datetime(),
  /** The sample club's passwords are public. */
  is_sample: z.boolean(),
  /** Informational only. */
  postgresql: z.string(),
  migrations: z.array(z.string()).min(1),
  /** The code of its database, and the SQL that creates its schema. */
  code: z.object({ sha256: z.string(), creation: z.string() }),
  tables: z.array(tableSchema).min(1),
  sequences: z.array(sequenceSchema),
  /** It is `null` when there was none yet; `value` is left out when AUTH_SECRET sets it. */
  auth_secret: z.object({ fingerprint: z.string(), value: z.string().optional() }).nullable(),
});

/** The last line, to verify the rows before it. */
export const trailerSchema = z.object({
  /** The counts are in the order of the tables. */
  rows: z.array(z.number().int().nonnegative()),
  /** The hash covers everything before this line. */
  sha256: z.string(),
});

export type ClubTable = z.infer<typeof tableSchema>;
export type ClubSequence = z.infer<typeof sequenceSchema>;
export type BackupHeader = z.infer<typeof headerSchema>;
export type BackupTrailer = z.infer<typeof trailerSchema>;

/** Precedes the rows of a table in the file; also the statement that loads them. */
export const openingOf = (table: ClubTable) => `copy ${qualified(table)} (${columnList(table)}) from stdin;`;

/** No row equals it: COPY's text format doubles backslashes in data. */
export const closing = "\\.";

export const newline = 0x0a;

/** Each line is one row: COPY escapes line breaks in data. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}

export const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const columnList = ({ columns }: ClubTable) => columns.map((column) => escapeIdentifier(column)).join(", ");

/** The file is not a complete, intact backup. */
export class BackupFileError extends OperatorError {
  constructor(file: string, complaint: string) {
    super(`${file} ${complaint}`);
  }
}
