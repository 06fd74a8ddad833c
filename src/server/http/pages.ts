import { serveStatic } from "@hono/node-server/serve-static";
import { createMiddleware } from "hono/factory";
import type { Environment } from "./environment.ts";

const aYear = "public, max-age=31536000, immutable";
const askFirst = "no-cache";

/** The built pages: files with a hash in their name for a year, the document afresh each time. */
export function pages(webRoot: string) {
  const serve = serveStatic<Environment>({ root: webRoot, precompressed: true });
  return createMiddleware<Environment>((c, next) => {
    c.header("cache-control", c.req.path.startsWith("/assets/") ? aYear : askFirst);
    return serve(c, next);
  });
}
