import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { paths } from "#shared/paths.ts";
import { createApi } from "./api.ts";
import type { Environment, OwnerContext } from "./context.ts";
import { previewRoutes } from "./features/content/preview-routes.ts";
import { securityText, securityTextPath } from "./features/settings/security-text.ts";
import { assets } from "./platform/documents/assets.ts";
import { documents } from "./platform/documents/documents.ts";
import { HttpError } from "./platform/http/http-error.ts";
import { metricsPage } from "./platform/http/metrics-page.ts";
import { problemAnswer } from "./platform/http/problem.ts";
import { closeWhenStopping, readiness } from "./platform/http/readiness.ts";
import { logRequests } from "./platform/http/request-log.ts";
import { embeddable, securityHeaders } from "./platform/http/security-headers.ts";

/** Pages and API as one Hono app, without side effects on import. */
export function createApp(dependencies: OwnerContext): Hono<Environment> {
  const app = new Hono<Environment>();
  const api = createApi();
  /** As a visitor, for the pages. */
  const readApi = async (path: string): Promise<unknown> => {
    const response = await app.request(`/api${path}`);
    if (!response.ok) throw new Error(`GET /api${path} answered ${response.status}.`);
    return response.json();
  };
  app.use(
    createMiddleware<Environment>(async (c, next) => {
      c.set("dependencies", dependencies);
      await next();
    }),
  );
  app.use(logRequests);
  for (const path of [
    "/api/settings/brand/files/*",
    "/feed.xml",
    "/previews/*",
    "/favicon.ico",
    "/favicon.svg",
    "/icon-192.png",
  ])
    app.use(path, embeddable);
  app.use(securityHeaders(dependencies.appUrl));
  app.onError((error, c) =>
    problemAnswer(error, c, (unexpected) => {
      dependencies.metrics.countError("request");
      c.var.log.error({ err: unexpected }, "unexpected");
    }),
  );
  app.use(closeWhenStopping);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", readiness);
  app.get("/metrics", metricsPage);
  // Asked by password managers.
  app.get("/.well-known/change-password", (c) => c.redirect(`/#${paths.changePassword}`));
  app.get(securityTextPath, securityText);
  // Asked by feed readers and bookmarks.
  app.get("/favicon.ico", async (c) => c.redirect((await dependencies.readClub()).brand.icon_url ?? "/icon-192.png"));
  app.route("/api", api);
  app.all("/api/*", () => {
    throw new HttpError("not_found", "There is no such call.");
  });
  app.route("/", previewRoutes(api));
  app.route("/", documents({ ...dependencies, readApi }));
  app.get("*", assets(dependencies.builtRoot));
  // Returned, not thrown: a throw here would bypass the response headers.
  app.notFound((c) => problemAnswer(new HttpError("not_found", "There is nothing at this address."), c, () => {}));
  return app;
}
