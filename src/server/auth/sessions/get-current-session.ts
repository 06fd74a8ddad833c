import type { Context } from "hono";
import { sessionMissingMessage } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { CurrentSession } from "./session-types.ts";

/** For guarded routes. @throws HttpError session_missing. */
export function getCurrentSession(c: Context<Environment>): CurrentSession {
  if (!c.var.session) throw new HttpError(401, "session_missing", sessionMissingMessage);
  return c.var.session;
}
