import type { Context } from "hono";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { CurrentSession } from "./session-types.ts";

/** The session of a route that is not open to anyone. @throws HttpError session_missing, which its guard has done before. */
export function getCurrentSession(c: Context<Environment>): CurrentSession {
  if (!c.var.session) throw new HttpError(401, "session_missing", sessionMissingMessage);
  return c.var.session;
}
