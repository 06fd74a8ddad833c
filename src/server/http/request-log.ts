import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Environment } from "./environment.ts";

/** One line per call of the API: what, how it ended, how long. The query is left out, since it can name people. */
export const logRequests = createMiddleware<Environment>(async (c, next) => {
  const requestId = randomUUID();
  const log = c.var.dependencies.log.child({ request_id: requestId });
  c.set("requestId", requestId);
  c.set("log", log);
  const start = performance.now();
  await next();
  c.header("x-request-id", requestId);
  if (!c.req.path.startsWith("/api")) return;
  const duration_ms = Math.round(performance.now() - start);
  const actor_id = c.get("actor")?.userId ?? null;
  log.info({ method: c.req.method, path: c.req.path, status: c.res.status, duration_ms, actor_id }, "request");
});
