import type { Context } from "hono";
import type { ErrorCode } from "#shared/errors.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import type { Environment } from "../http/environment.ts";
import { codeOfStatus } from "../http/problem.ts";
import { Refusal } from "../http/refusal.ts";

interface BetterAuthError {
  code?: string;
  message?: string;
}

/** Its codes that have a meaning of their own here; who guesses learns no more from one than from another. */
const refusals: Record<string, { status: 400 | 401 | 403; code: ErrorCode; detail: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { status: 400, code: "invalid_credentials", detail: signInMessages.invalidCredentials },
  INVALID_EMAIL: { status: 400, code: "invalid_credentials", detail: signInMessages.invalidCredentials },
  EMAIL_NOT_VERIFIED: { status: 403, code: "email_not_verified", detail: signInMessages.emailNotVerified },
};

/** What of a call is passed on: nothing that its route has not read. */
interface Passed {
  query?: Record<string, string>;
  body?: object;
}

/**
 * Hands the request to Better Auth, with this query and body in place of its own. Without a return address, which no
 * route passes on, it answers and does not redirect.
 * @throws Refusal for its errors, so that they look like all others.
 */
export async function callBetterAuth(c: Context<Environment>, { query = {}, body }: Passed): Promise<Response> {
  const { auth } = c.var.dependencies;
  const { url, method, headers } = c.req.raw;
  const target = new URL(url);
  const base = new URL(c.var.dependencies.appUrl);
  target.protocol = base.protocol;
  target.host = base.host;
  target.search = new URLSearchParams(query).toString();
  const init: RequestInit = { method, headers: new Headers(headers), redirect: "manual" };
  if (body) init.body = JSON.stringify(body);
  const response = await auth.handler(new Request(target, init));
  if (response.status < 400) return response;
  throw toRefusal(response.status, (await response.json().catch(() => ({}))) as BetterAuthError);
}

function toRefusal(status: number, { code = "", message = "" }: BetterAuthError): Refusal {
  const known = refusals[code];
  if (known) return new Refusal(known.status, known.code, known.detail);
  if (status >= 500) return new Refusal(500, "internal_error", "Something went wrong on our side. Please try again.");
  if (/TOKEN/.test(code)) return new Refusal(400, "invalid_token", message || "This link is not valid any more.");
  return new Refusal(status as 400, codeOfStatus(status), message || "The request was refused.");
}
