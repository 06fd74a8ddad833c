import { fileMessages } from "#shared/errors.ts";
import { HttpError } from "../http/http-error.ts";

const retryAfterSeconds = 30;

/** The S3 store or the virus scanner failed; its message is for the log and never holds a secret. */
export class FileServiceError extends Error {
  override name = "FileServiceError";
}

/** Of a library's error only what it is: the rest is not made for logs. */
export function serviceFailed(service: string, error: unknown): FileServiceError {
  const { code = "no code" } = ((error as Error).cause ?? error) as { code?: string };
  return error instanceof FileServiceError
    ? error
    : new FileServiceError(`${service} failed: ${code}`, { cause: error });
}

export const filesUnavailable = (): HttpError =>
  new HttpError(503, "files_unavailable", fileMessages.unavailable, {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
