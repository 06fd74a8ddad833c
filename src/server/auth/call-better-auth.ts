import { makeSignature } from "better-auth/crypto";
import type { Context } from "hono";
import { accountMessages } from "#shared/account/account-messages.ts";
import { signInMessages, signInRefusals } from "#shared/account/sign-in-messages.ts";
import { type ErrorCode, internalErrorMessage, sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../context.ts";
import { clientIp, clientIpHeader } from "../platform/http/client-address.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { codeOfStatus } from "../platform/http/problem.ts";
import { ownerOf } from "./owner-of.ts";
import { sessionCookieName } from "./sessions/current-session.ts";

interface BetterAuthError {
  code?: string;
  message?: string;
}

const { invalidCode, invalidRecoveryCode, expired } = accountMessages.twoFactor;

/** Error codes mapped to ours; unknown users and wrong passwords look the same. */
const refusals: Record<string, { status: 400 | 401 | 403; code: ErrorCode; detail: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { status: 400, code: "invalid_credentials", detail: signInMessages.invalidCredentials },
  INVALID_EMAIL: { status: 400, code: "invalid_credentials", detail: signInMessages.invalidCredentials },
  EMAIL_NOT_VERIFIED: { status: 403, code: "email_not_verified", detail: signInRefusals.emailNotVerified },
  UNAUTHORIZED: { status: 401, code: "session_missing", detail: sessionMissingMessage },
  INVALID_PASSWORD: { status: 400, code: "wrong_password", detail: accountMessages.wrongPassword },
  INVALID_CODE: { status: 400, code: "invalid_code", detail: invalidCode },
  INVALID_BACKUP_CODE: { status: 400, code: "invalid_code", detail: invalidRecoveryCode },
  INVALID_TWO_FACTOR_COOKIE: { status: 401, code: "two_factor_expired", detail: expired },
};

/** Allowlist of what is forwarded. */
interface Passed {
  query?: Record<string, string>;
  body?: object;
  /** Below /api; defaults to the request's path. */
  path?: string;
}

/** Forwards the request to Better Auth with only this query and body. @throws HttpError for its error responses. */
export async function callBetterAuth(c: Context<Environment>, { query = {}, body, path }: Passed): Promise<Response> {
  const { auth } = ownerOf(c);
  const { url, method } = c.req.raw;
  const headers = new Headers(c.req.raw.headers);
  headers.set(clientIpHeader, clientIp(c));
  await replaceTokenByCookie(c, headers);
  if (!isFromBrowser(headers)) headers.delete("sec-fetch-mode");
  const target = new URL(url);
  const base = new URL(ownerOf(c).appUrl);
  target.protocol = base.protocol;
  target.host = base.host;
  if (path) target.pathname = `/api${path}`;
  target.search = new URLSearchParams(query).toString();
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (body) init.body = JSON.stringify(body);
  const response = await auth.handler(new Request(target, init));
  if (response.status < 400) return response;
  throw toRefusal(response.status, (await response.json().catch(() => ({}))) as BetterAuthError);
}

/** Node's fetch also sends Sec-Fetch-Mode, which makes Better Auth require an Origin; browsers never send it alone. */
const isFromBrowser = (headers: Headers) =>
  ["cookie", "origin", "referer", "sec-fetch-site", "sec-fetch-dest"].some((name) => headers.has(name));

export function passCookies(c: Context<Environment>, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
}

function toRefusal(status: number, { code = "", message = "" }: BetterAuthError): HttpError {
  const known = refusals[code];
  if (known) return new HttpError(known.code, known.detail, { status: known.status });
  if (status >= 500) return new HttpError("internal_error", internalErrorMessage);
  if (/TOKEN/.test(code)) return new HttpError("invalid_token", message || "This link is not valid any more.");
  return new HttpError(codeOfStatus(status), message || "The request was refused.", { status: status as 400 });
}

/** Better Auth reads cookies only: replace the bearer token by its session's cookie. */
async function replaceTokenByCookie(c: Context<Environment>, headers: Headers): Promise<void> {
  const { session } = c.var;
  const dependencies = ownerOf(c);
  if (session?.tokenType !== "bearer") return;
  const { db, appUrl, keys } = dependencies;
  const row = db.selectFrom("auth.sessions").select("token").where("id", "=", session.id);
  const { token } = await row.executeTakeFirstOrThrow();
  const value = encodeURIComponent(`${token}.${await makeSignature(token, keys.betterAuth)}`);
  headers.set("cookie", `${sessionCookieName(appUrl)}=${value}`);
  headers.set("origin", appUrl);
}
