import { STATUS_CODES } from "node:http";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  databaseUnavailableMessage,
  type ErrorCode,
  internalErrorMessage,
  type Problem,
  unstorableMessage,
  valuesClashMessage,
} from "#shared/errors.ts";
import { isAnyCheckViolation, isDatabaseUnavailable, isRightLost, isUnstorableText } from "../db/errors.ts";
import { HttpError } from "./http-error.ts";
import { asRaised } from "./refusals.ts";

const retryAfterSeconds = 2;

/** @param onUnexpected logs errors without a mapping, and rules that only the database knew. */
export function problemAnswer(error: unknown, c: Context, onUnexpected: (error: unknown) => void): Response {
  const refusal = asRefusal(error);
  if (refusal.status === 500 || isAnyCheckViolation(error)) onUnexpected(error);
  const requestId = refusal.status === 500 ? c.get("requestId") : undefined;
  return c.body(problemBody(refusal, requestId), refusal.status, {
    ...(refusal.status === 401 && signInHeaders),
    ...refusal.more.headers,
    ...problemHeaders,
  });
}

/** Programs learn from it how to sign in (RFC 6750). Browsers ask nobody for a password by it. */
export const signInHeaders = { "www-authenticate": 'Bearer realm="club"' };

export const problemHeaders = { "cache-control": "no-store", "content-type": "application/problem+json" };

/** RFC 9457. */
export function problemBody(refusal: HttpError, requestId?: string): string {
  const { headers: _headers, ...more } = refusal.more;
  const problem: Omit<Problem, "invitation" | "record"> & { invitation?: object; record?: object } = {
    type: "about:blank",
    title: STATUS_CODES[refusal.status] ?? "Error",
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    ...(requestId && { request_id: requestId }),
    ...more,
  };
  return JSON.stringify(problem);
}

function asRefusal(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isDatabaseUnavailable(error)) {
    const headers = { "Retry-After": String(retryAfterSeconds) };
    return new HttpError("database_unavailable", databaseUnavailableMessage, { headers });
  }
  if (isRightLost(error)) return new HttpError("forbidden", "You may not do this, or not any more.");
  const refused = asRaised(error)?.refusal;
  if (refused) return refused;
  if (isUnstorableText(error)) return new HttpError("invalid_body", unstorableMessage);
  if (isAnyCheckViolation(error)) return new HttpError("invalid_body", valuesClashMessage);
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpError(codeOfStatus(error.status), sentence(error.message), {
      status: error.status as ContentfulStatusCode,
    });
  }
  return new HttpError("internal_error", internalErrorMessage);
}

const sentence = (message: string) => message || "The request could not be understood.";

export function codeOfStatus(status: number): ErrorCode {
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 413) return "body_too_large";
  if (status === 429) return "rate_limited";
  return "bad_request";
}
