import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { stoppingMessage } from "#shared/errors.ts";
import type { HttpEnvironment } from "./http-context.ts";
import { HttpError } from "./http-error.ts";

/** Whether a balancer should send people here: not without a migrated database, and not once this process is to stop. */
export async function readiness(c: Context<HttpEnvironment>): Promise<Response> {
  const { assertReady, isStopping } = c.var.dependencies;
  if (isStopping()) throw new HttpError(503, "stopping", stoppingMessage);
  await assertReady();
  return c.json({ status: "ok" }, 200, { "cache-control": "no-store" });
}

/** A balancer that keeps its connections would go on sending people to a process that is to stop. */
export const closeWhenStopping = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  if (c.var.dependencies.isStopping()) c.res.headers.set("connection", "close");
});
