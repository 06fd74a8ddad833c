import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Feed } from "feed";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import type { sessionResponseSchema } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import type { ListedArticle } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { type SitePageSlug, sitePagePaths } from "#shared/content/site-page-layouts.ts";
import type {
  BuiltFiles,
  CreateRenderer,
  PreviewedItem,
  ReadApi,
  RenderDocument,
  WebManifest,
} from "#shared/document-renderer.ts";
import type { List } from "#shared/lists.ts";
import { cleanUrl, pageUrl, paths } from "#shared/paths.ts";
import { brandColours } from "#shared/settings/brand-colours.ts";
import { brandStyles } from "#shared/settings/dark-brand-colours.ts";
import type { Club } from "#shared/settings/settings.ts";
import { App } from "#web/app/app.tsx";
import { WithoutScripts } from "#web/lib/hydration.tsx";
import { type PageMeta, PageMetaListener } from "#web/lib/page-meta.ts";
import { RenderedSession } from "#web/lib/session.ts";
import { createSiteData, SiteDataProvider, siteDataId } from "#web/lib/site-data.tsx";
import { listOptions } from "#web/lib/use-list.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { PageHead, previewOf } from "./page-head.tsx";
import { articlePage, type PublicPage, publicPages } from "./public-pages.ts";
import { serviceWorker } from "./service-worker.tsx";
import { appChunk, ownStylesIn, scriptsIn, stylesIn } from "./web-manifest.ts";

/** https://www.sitemaps.org/protocol.html. Only articles have a date at which they last changed. */
function sitemap(origin: string, articles: readonly ListedArticle[]): string {
  const pages = publicPages.map(({ path }) => ({ path, date: undefined }));
  const texts = articles.map(({ slug, date }) => ({ path: paths.article(slug), date }));
  const urls = [...pages, ...texts].map(({ path, date }) => {
    return `<url><loc>${cleanUrl(origin, path)}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

const robots = (origin: string): string => `User-agent: *
Disallow: /api/

Sitemap: ${cleanUrl(origin, "/sitemap.xml")}
`;

const appAddress = (path: string): string => `/#${path}`;

/** https://www.w3.org/TR/appmanifest/ */
const webAppManifest = ({ identity, brand }: Club): string =>
  JSON.stringify({
    name: identity.name,
    short_name: identity.name,
    lang: "en-GB",
    id: paths.home,
    start_url: appAddress(paths.members),
    scope: paths.home,
    display: "minimal-ui",
    background_color: "#fbf8f3",
    theme_color: brandColours(brand)["pine-deep"],
    icons: brand.icon_url
      ? [{ src: brand.icon_url, type: "image/png", sizes: "any" }]
      : [
          { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
          { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
          { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
          { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
        ],
    shortcuts: [
      { name: "My Investments", url: appAddress(paths.myInvestments) },
      { name: "Member Events", url: appAddress(paths.events) },
      { name: "Member Directory", url: appAddress(paths.directory) },
    ],
  });

interface FeedInput extends Pick<BuiltFiles, "previewBytes"> {
  origin: string;
  club: Club;
  articles: readonly ListedArticle[];
}

/** The articles as RSS 2.0, newest first. */
function articleFeed({ origin, club, articles, previewBytes }: FeedInput): string {
  const feed = new Feed({
    title: `${club.identity.name} Insights`,
    description: `How start-ups are funded, valued and judged, written by ${club.identity.name} for people who invest in them.`,
    id: cleanUrl(origin, paths.home),
    link: cleanUrl(origin, paths.insights),
    language: "en-GB",
    copyright: club.identity.operator,
    updated: new Date(articles[0]?.date ?? 0),
    generator: club.identity.name,
    feedLinks: { rss: cleanUrl(origin, "/feed.xml") },
  });
  for (const article of articles) {
    const { slug, title, excerpt, date, category } = article;
    const url = cleanUrl(origin, paths.article(slug));
    const picture = enclosureOf(previewOf(club, paths.article(slug), article), club, previewBytes);
    feed.addItem({
      title,
      id: url,
      link: url,
      description: excerpt,
      date: new Date(date),
      category: [{ name: category }],
      ...(picture && { enclosure: { ...picture, url: cleanUrl(origin, picture.url) } }),
    });
  }
  const xml = feed.rss2();
  // It has to have a date.
  return articles.length > 0 ? xml : xml.replace(/\s*<lastBuildDate>.*<\/lastBuildDate>/, "");
}

/** RSS wants type and size of a file. */
function enclosureOf(url: string | undefined, { brand }: Club, previewBytes: ReadonlyMap<string, number>) {
  if (!url) return undefined;
  if (url === brand.logo?.preview_url) return { url, type: "image/png", length: brand.logo.preview_bytes };
  const length = previewBytes.get(url);
  return length === undefined ? undefined : { url, type: "image/jpeg", length };
}

const notFoundPage: PublicPage = { path: paths.notFound, modules: [] };

/** Renders the public pages as documents, whole, as a visitor sees them before the app has come. */
export const createRenderer: CreateRenderer = (files, origin) => {
  const renderers = new Map<string, RenderDocument>([
    ["/sitemap.xml", async (read) => ({ content: sitemap(origin, await readArticles(read)), type: xml })],
    ["/robots.txt", async () => ({ content: robots(origin), type: "text/plain; charset=utf-8" })],
    [
      "/feed.xml",
      async (read) => ({
        content: articleFeed({ origin, club: await readClub(read), articles: await readArticles(read), ...files }),
        type: xml,
      }),
    ],
    [
      "/site.webmanifest",
      async (read) => ({ content: webAppManifest(await readClub(read)), type: "application/manifest+json" }),
    ],
    ["/brand.css", async (read) => ({ content: brandStyles((await readClub(read)).brand), type: styles })],
    ["/service-worker.js", async (read) => ({ content: serviceWorker(await readClub(read)), type: scripts })],
    ...publicPages.map((page) => [page.path, (read: ReadApi) => renderListed(page, files, origin, read)] as const),
    ...scriptedPages.map(
      (page) => [page.path, (read: ReadApi) => renderUnlisted(page, files, read, page.withoutScripts)] as const,
    ),
  ]);
  return {
    find: async (path, read) => {
      const article = await findArticle(path, read);
      if (article) return (given) => renderListed(articlePage(article.slug), files, origin, given, article);
      return renderers.get(path);
    },
    notFound: (read) => renderUnlisted(notFoundPage, files, read),
    preview: (item, read) => renderPreview(item, files, read),
  };
};

interface ScriptedPage extends PublicPage {
  withoutScripts: ReactNode;
}

/** Pages with a clean address that need scripts; without them the document says so. */
const scriptedPages: readonly ScriptedPage[] = [
  { path: paths.login, modules: ["pages/login-page.tsx"], withoutScripts: <ScriptsNeeded for="Signing in" /> },
  { path: paths.register, modules: ["pages/register-page.tsx"], withoutScripts: <ScriptsNeeded for="Registering" /> },
];

function ScriptsNeeded({ for: purpose }: { for: string }) {
  return (
    <div className="wrap page page-end">
      <EmptyState
        picture="signed-out"
        heading="h1"
        title={`${purpose} needs JavaScript`}
        text="Switch it on in your browser and load this page again."
        action={<TextLink to={paths.home}>Back to the home page</TextLink>}
      />
    </div>
  );
}

const scripts = "text/javascript; charset=utf-8";
const styles = "text/css; charset=utf-8";
const xml = "application/xml; charset=utf-8";

async function findArticle(path: string, read: ReadApi): Promise<ListedArticle | undefined> {
  // Asked for every document: a pattern would be compiled each time.
  if (!path.startsWith(paths.article(""))) return undefined;
  return (await readArticles(read)).find(({ slug }) => paths.article(slug) === path);
}

async function renderListed(
  { path, modules }: PublicPage,
  files: BuiltFiles,
  origin: string,
  read: ReadApi,
  article?: ListedArticle,
) {
  const { html, siteData, ...meta } = await renderPage(path, read);
  const club = await readClub(read);
  const head = (
    <>
      <PageHead path={path} origin={origin} club={club} article={article} {...meta} />
      <HeadTags modules={modules} manifest={files.manifest} club={club} />
    </>
  );
  return fill(files.template, head, html, siteData);
}

/** A page that no search engine shall list. */
async function renderUnlisted(
  { path, modules }: PublicPage,
  files: BuiltFiles,
  read: ReadApi,
  withoutScripts?: ReactNode,
) {
  const around = (page: ReactNode) => <WithoutScripts value={withoutScripts}>{page}</WithoutScripts>;
  const { html, siteData, title } = await renderPage(path, read, around);
  const head = (
    <>
      <UnlistedHead title={title} />
      <HeadTags modules={modules} manifest={files.manifest} club={await readClub(read)} />
    </>
  );
  return fill(files.template, head, html, siteData);
}

/** Without scripts, which would fetch what is published. */
async function renderPreview(item: PreviewedItem, { template, manifest }: BuiltFiles, read: ReadApi) {
  const { path, modules, membersList } = previewPage(item);
  const around = membersList ? await asMember(read, membersList) : undefined;
  const { html, title } = await renderPage(path, read, around);
  const head = (
    <>
      <UnlistedHead title={title} />
      <StyleTags files={modules.flatMap((module) => ownStylesIn(manifest, module))} club={await readClub(read)} />
      <style>{previewStyles}</style>
    </>
  );
  const line = renderToStaticMarkup(<PreviewLine item={item} />);
  // Links to places on this page would lead to the published one.
  const page = html.replaceAll(`href="${path}#`, 'href="#');
  return fill(
    template.replace("<body>", () => `<body>${line}`),
    head,
    page,
  );
}

interface PreviewPage extends PublicPage {
  /** The list of the API that a page for members shows. */
  membersList?: string;
}

const members = { modules: ["app/members/members-page.tsx"] };

function previewPage({ kind, slug, draft }: PreviewedItem): PreviewPage {
  switch (kind) {
    case "article":
      return articlePage(slug);
    case "news":
      return { path: paths.news, modules: ["pages/news-page.tsx"] };
    case "faq":
      return draft.group === "founders"
        ? { path: paths.founders, modules: ["pages/founders-page.tsx"] }
        : { path: paths.membership, modules: ["pages/membership-page.tsx"] };
    case "site_page":
      return publicPages.find(({ path }) => path === sitePagePaths[slug as SitePageSlug]) ?? notFoundPage;
    case "page":
      return { path: `/${slug}`, modules: [] };
    case "co_founder":
      return { path: paths.about, modules: ["pages/about-page.tsx"] };
    case "event":
      return { ...members, path: `${paths.members}?tab=events`, membersList: "/events" };
    case "company":
      return { ...members, path: paths.investment(slug), membersList: "/investments" };
  }
}

/** A page of the members area for whom `read` answers. @param list its path of the API. */
async function asMember(read: ReadApi, list: string): Promise<(page: ReactNode) => ReactNode> {
  const { session } = (await read("/session")) as ReturnType<typeof sessionResponseSchema.parse>;
  const client = new QueryClient();
  client.setQueryData([...listOptions({ path: list }).queryKey], { pages: [await read(list)], pageParams: [""] });
  return (page) => (
    <RenderedSession value={session ? { status: "signed-in", session } : { status: "loading", session }}>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </RenderedSession>
  );
}

const PreviewLine = ({ item: { id, revision } }: { item: PreviewedItem }) => (
  <aside className="preview-line" aria-label={messages.preview}>
    <div className="wrap">
      <p>
        <b>Preview of version {revision}.</b> Only admins see this page. Buttons and forms do nothing here.
      </p>
      <a href={pageUrl("", adminPaths.contentItem(id))}>Back to the editor</a>
    </div>
  </aside>
);

/** The header does not turn solid without a script: it stays where the page begins. */
const previewStyles = `
.preview-line { position: sticky; z-index: 60; top: 0; padding-block: 0.5rem; background: var(--color-ochre-tint);
  color: var(--color-ink); font-size: 0.875rem; line-height: 1.4; }
.preview-line > div { display: flex; flex-wrap: wrap; gap: 0.125rem 1.5rem; justify-content: space-between; }
.preview-line b { font-weight: 600; }
.preview-line a { color: inherit; text-decoration: underline; text-underline-offset: 0.2em; }
.site-header { position: absolute; inset: auto 0 auto; }`;

const UnlistedHead = ({ title }: { title: string }) => (
  <>
    <title>{title}</title>
    <meta name="robots" content="noindex" />
  </>
);

const readArticles = async (read: ReadApi): Promise<ListedArticle[]> =>
  ((await read("/articles")) as List<ListedArticle>).items;

const readClub = async (read: ReadApi): Promise<Club> => (await read("/settings")) as Club;

function fill(template: string, head: ReactNode, html: string, siteData?: RenderedPage["siteData"]) {
  const tags = renderToStaticMarkup(head);
  const content = template
    .replace(/<!--head-->.*<!--\/head-->/s, () => tags)
    .replace("<!--page-->", () => html)
    .replace("</body>", () => `${siteData ? toScript(siteData) : ""}</body>`);
  return { content, type: "text/html; charset=utf-8" };
}

/** The browser hydrates the page with it. It is a data block, which nothing in it can end. */
const toScript = (siteData: Record<string, unknown>): string =>
  `<script type="application/json" id="${siteDataId}">${JSON.stringify(siteData).replaceAll("<", "\\u003c")}</script>`;

interface HeadTagsProps {
  /** The source files of the page's own chunks. */
  modules: readonly string[];
  manifest: WebManifest;
  club: Club;
}

/** The page's styles, and the script that starts the app, which is told where the app and the page's chunks are. */
function HeadTags({ modules, manifest, club }: HeadTagsProps) {
  const [boot] = scriptsIn(manifest, "boot.ts");
  const [app, ...appScripts] = scriptsIn(manifest, appChunk(manifest));
  const own = modules.flatMap((module) => scriptsIn(manifest, module));
  const preloaded = [...new Set([...appScripts, ...own])].filter((file) => file !== app).map((file) => `/${file}`);
  return (
    <>
      <StyleTags files={modules.flatMap((module) => stylesIn(manifest, module))} club={club} />
      <script src={`/${boot}`} data-app={`/${app}`} data-modules={preloaded.join(" ")} />
    </>
  );
}

/** Icons and styles. */
function StyleTags({ files, club }: { files: readonly string[]; club: Club }) {
  const { icon_url } = club.brand;
  return (
    <>
      {icon_url ? (
        <link rel="icon" type="image/png" href={icon_url} />
      ) : (
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      )}
      <link rel="apple-touch-icon" href={icon_url ?? "/apple-touch-icon.png"} />
      {files.map((file) => (
        <link rel="stylesheet" href={`/${file}`} key={file} />
      ))}
      {brandStyles(club.brand) && <link rel="stylesheet" href="/brand.css" />}
    </>
  );
}

interface RenderedPage extends PageMeta {
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
async function renderPage(
  path: string,
  read: ReadApi,
  around: (page: ReactNode) => ReactNode = (page) => page,
): Promise<RenderedPage> {
  let meta: PageMeta | undefined;
  const noteMeta = (found: PageMeta) => {
    meta = found;
  };
  // Every page needs the settings: they are asked for before React finds that out.
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
