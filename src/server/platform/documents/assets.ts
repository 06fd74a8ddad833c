import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "../http/http-context.ts";

const aYear = "public, max-age=31536000, immutable";
const askFirst = "no-cache";

/** Hashed names are cached for a year, others revalidated. */
export function assets(builtRoot: string) {
  const serve = serveStatic<HttpEnvironment>({ root: join(builtRoot, "web"), precompressed: true });
  return createMiddleware<HttpEnvironment>((c, next) => {
    c.header("cache-control", c.req.path.startsWith("/assets/") ? aYear : askFirst);
    return serve(c, next);
  });
}
