import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { stoppingMessage } from "#shared/errors.ts";
import type { HttpEnvironment } from "./http-context.ts";
import { HttpError } from "./http-error.ts";

/** 503 without a database of this version and its rights, or during shutdown. */
export async function readiness(c: Context<HttpEnvironment>): Promise<Response> {
  const { assertReady, isStopping } = c.var.dependencies;
  if (isStopping()) throw new HttpError("stopping", stoppingMessage);
  await assertReady();
  return c.json({ status: "ok" }, 200, { "cache-control": "no-store" });
}

/** Closes keep-alive connections, so balancers move on. */
export const closeWhenStopping = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  if (c.var.dependencies.isStopping()) c.res.headers.set("connection", "close");
});

/** 404 without a configured token. */
export async function metricsPage(c: Context<HttpEnvironment>): Promise<Response> {
  const { metrics, metricsToken } = c.var.dependencies;
  if (!metricsToken) throw new HttpError("not_found", "There is nothing at this address.");
  const token = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
  if (!isSame(token, metricsToken)) {
    const headers = { "WWW-Authenticate": "Bearer" };
    throw new HttpError("invalid_token", "The figures need the token of the setting METRICS_TOKEN.", {
      status: 401,
      headers,
    });
  }
  const headers = { "cache-control": "no-store", "content-type": metrics.contentType };
  return c.body(await metrics.describe(), 200, headers);
}

/** Constant time. */
const isSame = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));
const digest = (text: string) => createHash("sha256").update(text).digest();
