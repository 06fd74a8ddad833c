import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { BuiltFiles, CreateRenderer, RenderedDocument } from "#shared/document-renderer.ts";
import { HeadTags } from "./head-tags.tsx";
import { PageHead } from "./page-head.tsx";
import { type PublicPage, publicPages } from "./public-pages.ts";
import { renderPage } from "./render-page.tsx";
import { scriptedPages } from "./scripted-pages.tsx";
import { articleFeed, robots, sitemap } from "./site-files.ts";

const notFoundPage: PublicPage = { path: "/page-not-found", modules: [] };

/** Renders the public pages as documents, whole, as a visitor sees them before the app has come. */
export const createRenderer: CreateRenderer = (files, origin) => {
  const renderers = new Map<string, () => Promise<RenderedDocument>>([
    ["/sitemap.xml", async () => ({ content: sitemap(origin), type: xml })],
    ["/robots.txt", async () => ({ content: robots(origin), type: "text/plain; charset=utf-8" })],
    ["/feed.xml", async () => ({ content: articleFeed(origin), type: xml })],
    ...publicPages.map((page) => [page.path, () => renderListed(page, files, origin)] as const),
    ...scriptedPages.map((page) => [page.path, () => renderUnlisted(page, files, page.withoutScripts)] as const),
  ]);
  return { find: (path) => renderers.get(path), notFound: () => renderUnlisted(notFoundPage, files) };
};

const xml = "application/xml; charset=utf-8";

async function renderListed({ path, modules }: PublicPage, files: BuiltFiles, origin: string) {
  const { html, ...meta } = await renderPage(path);
  return fill(files, modules, <PageHead path={path} origin={origin} {...meta} />, html);
}

/** A page that no search engine shall list. */
async function renderUnlisted({ path, modules }: PublicPage, files: BuiltFiles, withoutScripts?: ReactNode) {
  const { html, title } = await renderPage(path, withoutScripts);
  const head = (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
    </>
  );
  return fill(files, modules, head, html);
}

function fill({ template, manifest }: BuiltFiles, modules: readonly string[], head: ReactNode, html: string) {
  const tags = renderToStaticMarkup(
    <>
      {head}
      <HeadTags modules={modules} manifest={manifest} />
    </>,
  );
  const content = template.replace(/<!--head-->.*<!--\/head-->/s, () => tags).replace("<!--page-->", () => html);
  return { content, type: "text/html; charset=utf-8" };
}
