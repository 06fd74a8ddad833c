import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorCode, Problem } from "#shared/errors.ts";

interface More {
  errors?: Problem["errors"];
  reasons?: string[];
  /** A row of the standing invitation; its dates become text with the answer. */
  invitation?: object;
  /** As it is now, where it is no more what the caller had seen. */
  record?: object;
  headers?: Record<string, string>;
}

/** Thrown by a handler that will not do what it was asked; it becomes the problem answer (RFC 9457). */
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
}

export const notFound = (what: string) =>
  new HttpError(404, "not_found", `There is no ${what} here, or not for you to see.`);

export const adminRequired = () => new HttpError(403, "admin_required", "Only an admin can do this.");

/** For a path that is there, but not by this method. */
export const onlyPost = () => {
  throw new HttpError(405, "method_not_allowed", "This is asked for by POST.", { headers: { allow: "POST" } });
};
