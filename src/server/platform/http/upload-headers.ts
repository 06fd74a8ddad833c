import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./http-context.ts";

const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sandboxes uploads opened as documents. Must wrap `securityHeaders`. */
export const uploadHeaders = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  c.res.headers.set("content-security-policy", policy);
});
