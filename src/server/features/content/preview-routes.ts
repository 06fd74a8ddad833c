import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ReadApi } from "#shared/document-renderer.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { guardFor } from "../../auth/guard.ts";
import type { Environment, RequestContext } from "../../context.ts";
import { loadRenderer } from "../../platform/documents/load-renderer.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { withDraftAsPublished } from "./draft-as-published.ts";
import { findContent } from "./queries.ts";

/**
 * The page that shows an item, as it would be with its draft published.
 * @param api answers below /api.
 */
export function previewRoutes(api: Hono<Environment>): Hono<Environment> {
  const routes = new Hono<Environment>().get("/preview/:id", guardFor({ audience: "admin" }), async (c) => {
    const { dependencies, actor } = c.var;
    const { success, data: id } = z.uuid().safeParse(c.req.param("id"));
    const item = success && (await dependencies.asActor(actor, (tx) => findContent(tx, id)));
    if (!item) throw notFound("content");
    const { builtRoot, appUrl } = dependencies;
    const { preview } = await loadRenderer(builtRoot, appUrl);
    const read = reading(api, withDraft(dependencies, item.id), c.req.raw.headers);
    const draft = item.draft as Record<string, unknown>;
    const { content, type } = await preview({ ...item, draft }, read);
    return c.body(content, 200, { "cache-control": "no-store", "content-type": type, "x-robots-tag": "noindex" });
  });
  // Whose session has ended signs in on the way to the editor.
  return routes.onError((error, c) => {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    const id = c.req.path.split("/").at(-1) ?? "";
    return c.redirect(pageUrl(c.var.dependencies.appUrl, paths.contentItem(id)), 302);
  });
}

const withDraft = (dependencies: RequestContext, id: string): RequestContext => ({
  ...dependencies,
  readAs: (actor) => withDraftAsPublished(dependencies.readAs(actor), id),
});

/** With the rights of the request whose headers these are. */
function reading(api: Hono<Environment>, dependencies: RequestContext, given: Headers): ReadApi {
  const headers = new Headers(given);
  // What is read here is parsed here.
  headers.delete("accept-encoding");
  const withDependencies = createMiddleware<Environment>(async (c, next) => {
    c.set("dependencies", dependencies);
    await next();
  });
  const inner = new Hono<Environment>().use(withDependencies).route("/api", api);
  inner.onError((error) => {
    throw error;
  });
  return async (path) => (await inner.request(`/api${path}`, { headers })).json();
}
