import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { isFromOwnProxy } from "./client-address.ts";
import type { HttpEnvironment } from "./http-context.ts";

export const requestIdHeader = "x-request-id";

/** Unique enough, and safe for log lines. */
const sane = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Keeps our proxy's id, otherwise generates one. */
export function requestIdOf(c: Context<HttpEnvironment>): string {
  const given = isFromOwnProxy(c) ? c.req.header(requestIdHeader) : undefined;
  return given && sane.test(given) ? given : randomUUID();
}
