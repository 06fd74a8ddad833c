import { z } from "zod";
import { listOf, momentSchema } from "./lists.ts";

export const backupNameSchema = z.string().regex(/^[a-z0-9][A-Za-z0-9-]{0,120}\.backup$/);

export const backupSchema = z.object({
  name: z.string(),
  /** The machine whose DATA_DIR holds the file. */
  host: z.string(),
  state: z.enum(["running", "verified", "failed"]),
  started_at: momentSchema,
  finished_at: momentSchema.nullable(),
  bytes: z.number().int().nullable(),
  /** Of the file. */
  sha256: z.string().nullable(),
  rows_total: z.number().int().nullable(),
  rows_written: z.number().int(),
  rows_read_back: z.number().int(),
  reason: z.string().nullable(),
  can: z.object({ download: z.boolean() }),
});
export type Backup = z.infer<typeof backupSchema>;
export const backupListSchema = listOf(backupSchema);

export const backupDownloadSchema = z.object({ password: z.string().max(1024).optional() });
