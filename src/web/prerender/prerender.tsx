import { renderToStaticMarkup } from "react-dom/server";
import { articleFeed } from "./feed.ts";
import { PageHead } from "./page-head.tsx";
import { publicPages } from "./public-pages.ts";
import { renderPage } from "./render-page.tsx";
import { robots, sitemap } from "./site-files.ts";

export interface Documents {
  /** The built index.html, with its places `<!--head-->…<!--/head-->` and `<!--page-->`. */
  template: string;
  /** The tags that fetch the scripts of a page's own chunk early. */
  preloads: (module: string) => string;
}

const notFound = "/page-not-found";

/** Every file that is written once the pages are built, by name. The site's origin in them is `builtOrigin`. */
export async function documents({ template, preloads }: Documents): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    "sitemap.xml": sitemap(),
    "robots.txt": robots(),
    "feed.xml": articleFeed(),
  };
  for (const { path, module } of publicPages) {
    const { html, ...meta } = await renderPage(path);
    const head = renderToStaticMarkup(<PageHead path={path} {...meta} />);
    files[path === "/" ? "index.html" : `${path.slice(1)}.html`] = fill(template, head + preloads(module), html);
  }
  // What it looked for is known only to the app; until that runs it says no more than that there is nothing.
  const { html, title } = await renderPage(notFound);
  const head = renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
    </>,
  );
  files["not-found.html"] = fill(template, head, html.replaceAll(notFound, "this address"));
  return files;
}

const fill = (template: string, head: string, page: string): string =>
  template.replace(/<!--head-->.*<!--\/head-->/s, () => head).replace("<!--page-->", () => page);
