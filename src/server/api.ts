import { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import type { Environment } from "./context.ts";
import { routers } from "./features.ts";
import { describeApi } from "./openapi/describe-api.ts";
import { apiDescription, apiDocs } from "./platform/http/api-docs.ts";
import { compressJson } from "./platform/http/compress-json.ts";
import { fromOwnOrigin } from "./platform/http/own-origin.ts";
import { declaredIn } from "./route.ts";

export function createApi() {
  const api = new OpenAPIHono<Environment>();
  api.use(fromOwnOrigin);
  api.use(compressJson());
  api.use(noStore);
  for (const router of routers) api.route("/", router);
  // Throws for a route without a declaration: it would have no guard.
  declaredIn(api);
  api.get(
    "/openapi.json",
    apiDescription((dependencies) => describeApi(api, dependencies)),
  );
  api.get("/docs", apiDocs());
  return api;
}

/** Responses contain personal data; a route may override this. Their time is the one that the app goes by. */
const noStore = createMiddleware<Environment>(async (c, next) => {
  await next();
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
  c.res.headers.set("date", new Date().toUTCString());
});
