import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorCode, Problem } from "#shared/errors.ts";

interface More {
  errors?: Problem["errors"];
  reasons?: string[];
  /** The existing invitation. */
  invitation?: object;
  /** The current record, after a conflict. */
  record?: object;
  headers?: Record<string, string>;
}

/** Becomes a problem response (RFC 9457). */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: ContentfulStatusCode;
  readonly code: ErrorCode;
  readonly more: More;
  constructor(status: ContentfulStatusCode, code: ErrorCode, detail: string, more: More = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.more = more;
  }
  with(more: More): HttpError {
    return new HttpError(this.status, this.code, this.message, { ...this.more, ...more });
  }
}

export const notFound = (what: string) =>
  new HttpError(404, "not_found", `There is no ${what} here, or not for you to see.`);

export const refusedField = (path: string, message: string) =>
  new HttpError(422, "invalid_body", `${path}: ${message}`, { errors: [{ path, message }] });

export const adminRequired = () => new HttpError(403, "admin_required", "Only an admin can do this.");

/** 405 for an existing path. */
export const onlyPost = () => {
  throw new HttpError(405, "method_not_allowed", "This is asked for by POST.", { headers: { allow: "POST" } });
};
