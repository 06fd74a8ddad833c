import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./http-context.ts";
import { HttpError } from "./http-error.ts";

export const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** CSRF: rejects state-changing requests with a cookie from another origin. Programs send no cookie. */
export const fromOwnOrigin = createMiddleware<HttpEnvironment>(async (c, next) => {
  const carriesCookie = c.req.header("cookie") !== undefined;
  if (carriesCookie && !safeMethods.has(c.req.method)) {
    const origin = c.req.header("origin");
    if (!origin || !c.var.dependencies.ownOrigins.includes(origin)) {
      throw foreignOrigin();
    }
  }
  await next();
});

/** CSRF for audited reads: rejects other sites by Sec-Fetch-Site; a missing header passes. @throws HttpError 403. */
export function refuseOtherSites(c: Pick<Context, "req">): void {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (site !== "none" && site !== "same-origin") throw foreignOrigin();
}

const foreignOrigin = () => new HttpError("foreign_origin", "This call has to come from the club's own pages.");

/** Includes localhost aliases in development. */
export function ownOriginsOf(appUrl: string): string[] {
  const { hostname } = new URL(appUrl);
  const loopback = ["127.0.0.1", "localhost", "[::1]"];
  if (!loopback.includes(hostname)) return [appUrl];
  return loopback.map((name) => appUrl.replace(hostname, name));
}
