import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { sessionResponseSchema } from "#shared/account/session.ts";
import type { ListedArticle } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import type { BuiltFiles, CreateRenderer, PreviewedItem, ReadApi, RenderDocument } from "#shared/document-renderer.ts";
import type { List } from "#shared/lists.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { brandStyles } from "#shared/settings/brand-styles.ts";
import type { Club } from "#shared/settings/settings.ts";
import { WithoutScripts } from "#web/lib/hydration.tsx";
import { RenderedSession } from "#web/lib/session.ts";
import { siteDataId } from "#web/lib/site-data.tsx";
import { listOptions } from "#web/lib/use-list.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { HeadTags, StyleTags } from "./head-tags.tsx";
import { PageHead } from "./page-head.tsx";
import { articlePage, type PublicPage, publicPages } from "./public-pages.ts";
import { type RenderedPage, renderPage } from "./render-page.tsx";
import { serviceWorker } from "./service-worker.tsx";
import { articleFeed, robots, sitemap, webAppManifest } from "./site-files.ts";
import { ownStylesIn } from "./web-manifest.ts";

const notFoundPage: PublicPage = { path: "/page-not-found", modules: [] };

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

/** Where an item is shown. */
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
      <a href={pageUrl("", paths.contentItem(id))}>Back to the editor</a>
    </div>
  </aside>
);

/** Without a script the header does not turn solid: it stays where the page begins. */
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

/** What the browser hydrates the page with. A data block, which nothing in it can end. */
const toScript = (siteData: Record<string, unknown>): string =>
  `<script type="application/json" id="${siteDataId}">${JSON.stringify(siteData).replaceAll("<", "\\u003c")}</script>`;
