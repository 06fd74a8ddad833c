import type { Context } from "hono";
import type { Environment } from "../../context.ts";
import { ownerOf } from "../owner-of.ts";

/** The page's own host: a passkey works on that one alone. */
export function hostOf(c: Context<Environment>): string {
  const { ownOrigins, appUrl } = ownerOf(c);
  const origin = c.req.header("origin") ?? appUrl;
  return new URL(ownOrigins.includes(origin) ? origin : appUrl).hostname;
}
