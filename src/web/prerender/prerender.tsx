import { renderToStaticMarkup } from "react-dom/server";
import { articleFeed } from "./feed.ts";
import { PageHead } from "./page-head.tsx";
import { publicPages } from "./public-pages.ts";
import { renderPage } from "./render-page.tsx";
import { scriptedPages } from "./scripted-pages.tsx";
import { robots, sitemap } from "./site-files.ts";

export interface Documents {
  /** The built index.html, with its places `<!--head-->…<!--/head-->` and `<!--page-->`. */
  template: string;
  /** The tag of the script that leads from a document into the app. @param modules what the page consists of. */
  startScript: (modules: readonly string[]) => string;
}

const notFound = "/page-not-found";

/** Every file that is written once the pages are built, by name. The site's origin in them is `builtOrigin`. */
export async function documents({ template, startScript }: Documents): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    "sitemap.xml": sitemap(),
    "robots.txt": robots(),
    "feed.xml": articleFeed(),
  };
  for (const { path, modules } of publicPages) {
    const { html, ...meta } = await renderPage(path);
    const head = renderToStaticMarkup(<PageHead path={path} {...meta} />);
    files[path === "/" ? "index.html" : `${path.slice(1)}.html`] = fill(template, head + startScript(modules), html);
  }
  for (const { path, modules, routes } of scriptedPages) {
    const { html, title } = await renderPage(path, routes);
    files[`${path.slice(1)}.html`] = fill(template, unlisted(title) + startScript(modules), html);
  }
  // What it looked for is known only to the app; until that runs it says no more than that there is nothing.
  const { html, title } = await renderPage(notFound);
  files["not-found.html"] = fill(
    template,
    unlisted(title) + startScript([]),
    html.replaceAll(notFound, "this address"),
  );
  return files;
}

/** The head of a document that no search engine shall list. */
const unlisted = (title: string): string =>
  renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
    </>,
  );

const fill = (template: string, head: string, page: string): string =>
  template.replace(/<!--head-->.*<!--\/head-->/s, () => head).replace("<!--page-->", () => page);
