import { serveStatic } from "@hono/node-server/serve-static";
import { createMiddleware } from "hono/factory";
import type { Environment } from "./environment.ts";

const year = "public, max-age=31536000, immutable";

/** The built pages: files with a hash in their name for a year, the document afresh each time. */
export const pages = (webRoot: string) =>
  createMiddleware<Environment>(async (c, next) => {
    const isHashed = c.req.path.startsWith("/assets/");
    const answer = await serveStatic<Environment>({ root: webRoot, precompressed: true })(c, next);
    if (answer) c.header("cache-control", isHashed ? year : "no-cache");
    return answer;
  });
