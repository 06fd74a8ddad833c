import { cleanUrl, paths } from "#shared/paths.ts";
import { articles } from "#web/content/articles.ts";
import { publicPages } from "./public-pages.ts";

/** https://www.sitemaps.org/protocol.html. Only articles have a date at which they last changed. */
export function sitemap(origin: string): string {
  const dates = new Map(articles.map(({ slug, date }) => [paths.article(slug), date]));
  const urls = publicPages.map(({ path }) => {
    const date = dates.get(path);
    return `<url><loc>${cleanUrl(origin, path)}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

export const robots = (origin: string): string => `User-agent: *
Disallow: /api/

Sitemap: ${cleanUrl(origin, "/sitemap.xml")}
`;
