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
