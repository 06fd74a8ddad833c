import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { isFromOwnProxy } from "./client-address.ts";
import type { HttpEnvironment } from "./http-context.ts";

export const requestIdHeader = "x-request-id";

/** Long enough to be one of a kind, and nothing that could break a log line, name a person or fill a disk. */
const sane = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** The id that our own proxy gave the request, so that its log and ours tell of the same one, or a new one. */
export function requestIdOf(c: Context<HttpEnvironment>): string {
  const given = isFromOwnProxy(c) ? c.req.header(requestIdHeader) : undefined;
  return given && sane.test(given) ? given : randomUUID();
}
