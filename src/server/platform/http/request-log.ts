import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import type { Span } from "../tracing/tracing.ts";
import { isFromOwnProxy } from "./client-address.ts";
import type { HttpEnvironment } from "./http-context.ts";

/** One line per API request, without the query, which may name people. Metrics use the route pattern. */
export const logRequests = createMiddleware<HttpEnvironment>((c, next) => {
  const requestId = requestIdOf(c);
  c.set("requestId", requestId);
  const { log, metrics, tracing } = c.var.dependencies;
  const { method, path } = c.req;
  const answer = async (span?: Span) => {
    c.set("log", log);
    const start = performance.now();
    await next();
    // The header is not set by `c.header()`, which rebuilds the response and is slow.
    c.res.headers.set(requestIdHeader, requestId);
    const duration_ms = Math.round(performance.now() - start);
    const { status } = c.res;
    const route = routePath(c);
    metrics.countRequest({ method, route, status, seconds: (performance.now() - start) / 1000 });
    if (span) describeAnswer(span, `${method} ${route}`, { route, status });
    if (!path.startsWith("/api")) return;
    const { userId: actor_id = null, apiKeyId } = c.get("actor") ?? {};
    const key = apiKeyId && { api_key_id: apiKeyId };
    const trace = span && { trace_id: span.traceId };
    log.info({ method, path: withoutToken(path), status, duration_ms, actor_id, ...key, ...trace }, "request");
  };
  return withRequestId(requestId, () => {
    if (!tracing || unwatched.has(path)) return answer();
    const attributes = { "http.request.method": method, "kindling.request_id": requestId };
    const traceparent = isFromOwnProxy(c) ? c.req.header("traceparent") : undefined;
    return tracing.inSpan({ name: method, kind: "server", attributes, traceparent }, answer);
  });
});

/** Asked for every few seconds by other programs. */
const unwatched = new Set(["/healthz", "/readyz", "/metrics"]);

/** The route's pattern and never the path, which may hold tokens. */
function describeAnswer(span: Span, name: string, { route, status }: { route: string; status: number }): void {
  span.rename(name);
  span.set({ "http.route": route, "http.response.status_code": status });
  if (status >= firstServerError) span.fail(String(status));
}

const firstServerError = 500;

/** Anyone who has a feed's address can read the feed. */
const withoutToken = (path: string): string => path.replace(/^(\/api\/calendar\/)[^/.]+/, "$1[token]");

const requestIdHeader = "x-request-id";

/** Unique enough, and safe for log lines. */
const sane = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Keeps our proxy's id, otherwise generates one. */
function requestIdOf(c: Context<HttpEnvironment>): string {
  const given = isFromOwnProxy(c) ? c.req.header(requestIdHeader) : undefined;
  return given && sane.test(given) ? given : randomUUID();
}

const requests = new AsyncLocalStorage<string>();

/** Adds the id to every log line within `work`. */
const withRequestId = <Result>(requestId: string, work: () => Result): Result => requests.run(requestId, work);

export function currentRequest(): { request_id?: string } {
  const requestId = requests.getStore();
  return requestId ? { request_id: requestId } : {};
}
