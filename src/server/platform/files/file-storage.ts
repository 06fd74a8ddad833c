import type { Kysely } from "kysely";
import { fileMessages } from "#shared/errors.ts";
import type { DB } from "../db/database.generated.ts";
import { HttpError } from "../http/http-error.ts";
import type { ContentSummary } from "./inspect-content.ts";

/** Where bytes are kept, by the id of their file. */
export interface FileStorage {
  /**
   * Reads `content` no faster than it can be kept.
   * @param summary of the content, once it was read.
   */
  write(id: string, content: AsyncIterable<Uint8Array>, summary: () => ContentSummary): Promise<void>;
  /** @param reader has the rights of who reads. */
  read(reader: Kysely<DB>, id: string, range: ByteRange): AsyncGenerator<Uint8Array>;
}

const retryAfterSeconds = 30;

/** The S3 store or the virus scanner failed; its message is for the log and never holds a secret. */
export class FileServiceError extends Error {
  override name = "FileServiceError";
}

/** Keeps the code alone of a library's error: the rest is not made for logs. */
export function serviceFailed(service: string, error: unknown): FileServiceError {
  const { code = "no code" } = ((error as Error).cause ?? error) as { code?: string };
  return error instanceof FileServiceError
    ? error
    : new FileServiceError(`${service} failed: ${code}`, { cause: error });
}

export const filesUnavailable = (): HttpError =>
  new HttpError("files_unavailable", fileMessages.unavailable, {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });

/** The range includes both ends. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a Range header (RFC 9110, section 14).
 * @returns undefined for one that is to be ignored: malformed, of another unit, or of several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === "") return to === "" ? undefined : suffix(Number(to), size);
  const range = { first: Number(from), last: Math.min(to === "" ? Number.POSITIVE_INFINITY : Number(to), size - 1) };
  if (to !== "" && Number(to) < range.first) return undefined;
  return range.first < size ? range : "unsatisfiable";
}

const suffix = (length: number, size: number) =>
  length === 0 ? "unsatisfiable" : { first: Math.max(size - length, 0), last: size - 1 };
