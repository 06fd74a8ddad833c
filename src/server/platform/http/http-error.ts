import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, type Problem, statuses } from "#shared/errors.ts";

interface More {
  /** The code's usual status applies without it. */
  status?: ContentfulStatusCode;
  errors?: Problem["errors"];
  reasons?: string[];
  /** The code `second_person_required` has it. */
  reason?: string;
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
  constructor(code: ErrorCode, detail: string, more: More = {}) {
    super(detail);
    this.status = more.status ?? statuses[code];
    this.code = code;
    this.more = more;
  }
  with(more: More): HttpError {
    return new HttpError(this.code, this.message, { ...this.more, ...more });
  }
}

export const notFound = (what: string) =>
  new HttpError("not_found", `There is no ${what} here, or not for you to see.`);

export const refusedField = (path: string, message: string) =>
  new HttpError("invalid_body", `${path}: ${message}`, { errors: [{ path, message }] });

export const adminRequired = () => new HttpError("admin_required", "Only an admin can do this.");

/** 405 for an existing path. */
export const onlyPost = () => {
  throw new HttpError("method_not_allowed", "This is asked for by POST.", { headers: { allow: "POST" } });
};
