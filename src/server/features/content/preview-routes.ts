import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { type Kysely, type KyselyPlugin, type PluginTransformQueryArgs, SelectQueryNode, sql } from "kysely";
import { z } from "zod";
import type { ReadApi } from "#shared/document-renderer.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { guardFor } from "../../auth/guard.ts";
import type { Environment, RequestContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { loadRenderer } from "../../platform/documents/load-renderer.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
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

/** Reads the content as it would be after the publication of one draft, for somebody who may read drafts. */
function withDraftAsPublished(reader: Kysely<DB>, id: string): Kysely<DB> {
  const { with: shadow } = shadowingView(reader, id).toOperationNode();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) =>
      SelectQueryNode.is(node) && shadow ? { ...node, with: shadow } : node,
    transformResult: async ({ result }) => result,
  };
  return reader.withPlugin(plugin);
}

/** In a query, a common table expression takes the place of the view of its name. */
const shadowingView = (reader: Kysely<DB>, id: string) =>
  reader
    .with("published_content", (db) =>
      db
        .selectFrom(sql<DB["published_content"]>`public.published_content`.as("present"))
        .select(["id", "kind", "slug", "content", "first_published_at", "published_at", "position", "is_example"])
        .where("id", "<>", id)
        .unionAll(
          db
            .selectFrom("content_items")
            .select(["id", "kind", "slug", "draft as content"])
            .select(sql<Date>`coalesce(first_published_at, now())`.as("first_published_at"))
            .select(sql<Date>`now()`.as("published_at"))
            .select("position")
            .select(sql<boolean>`is_example and revision = 1`.as("is_example"))
            .where("id", "=", id),
        ),
    )
    .selectFrom("published_content")
    .selectAll();

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
