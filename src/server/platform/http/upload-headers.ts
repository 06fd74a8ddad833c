import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./http-context.ts";

const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For what people uploaded: opened by itself it runs nothing and belongs to no origin. Stands outside `securityHeaders`. */
export const uploadHeaders = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  c.res.headers.set("content-security-policy", policy);
});
