import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import type { ReadApi } from "#shared/document-renderer.ts";
import { App } from "#web/app/app.tsx";
import { type PageMeta, PageMetaListener } from "#web/lib/page-meta.ts";
import { createSiteData, SiteDataProvider } from "#web/lib/site-data.tsx";

export interface RenderedPage extends PageMeta {
  /** The content of #root before any script has run. */
  html: string;
  /** What it was rendered from, by path of the API. */
  siteData: Record<string, unknown>;
}

/**
 * Renders the page at a path as a visitor sees it first, nobody signed in.
 * @param around provides what the page reads besides.
 * @throws whatever breaks while rendering.
 */
export async function renderPage(
  path: string,
  read: ReadApi,
  around: (page: ReactNode) => ReactNode = (page) => page,
): Promise<RenderedPage> {
  let meta: PageMeta | undefined;
  const noteMeta = (found: PageMeta) => {
    meta = found;
  };
  // In every page: asked for before React finds that out.
  const data = createSiteData(read, { "/settings": await read("/settings") });
  const { prelude } = await prerender(
    <PageMetaListener value={noteMeta}>
      <SiteDataProvider data={data}>
        {around(
          <StaticRouter location={path}>
            <App />
          </StaticRouter>,
        )}
      </SiteDataProvider>
    </PageMetaListener>,
    {
      // Whole in its place: React would otherwise move long parts to the end and put them back with a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  if (!meta) throw new Error(`The page at ${path} has no title.`);
  return { ...meta, html, siteData: data.toJson() };
}
