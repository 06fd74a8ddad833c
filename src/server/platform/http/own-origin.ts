import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./http-context.ts";
import { HttpError } from "./http-error.ts";

export const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing call that carries a cookie and does not come from our own pages, so that no other site can
 * act in a member's name. Programs send no cookie and pass.
 */
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

/**
 * For a read that leaves a trace in the caller's name: no other site may have a browser send it. Where a browser does
 * not say from where it comes, or it is a program, there is nothing to hold against it.
 * @throws HttpError 403
 */
export function refuseOtherSites(c: Pick<Context, "req">): void {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (site !== "none" && site !== "same-origin") throw foreignOrigin();
}

const foreignOrigin = () => new HttpError(403, "foreign_origin", "This call has to come from the club's own pages.");

/** The origin people use, and on this machine its other spellings, since both open the same page in a browser. */
export function ownOriginsOf(appUrl: string): string[] {
  const { hostname } = new URL(appUrl);
  const loopback = ["127.0.0.1", "localhost", "[::1]"];
  if (!loopback.includes(hostname)) return [appUrl];
  return loopback.map((name) => appUrl.replace(hostname, name));
}
