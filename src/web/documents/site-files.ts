import { Feed } from "feed";
import type { Club } from "#shared/club-settings.ts";
import { cleanUrl, paths, previewPicture } from "#shared/paths.ts";
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

/** The articles as RSS 2.0, newest first. */
export function articleFeed(origin: string, club: Club): string {
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
  for (const { slug, title, excerpt, date, category } of articles) {
    const url = cleanUrl(origin, paths.article(slug));
    const image = cleanUrl(origin, previewPicture(paths.article(slug)));
    feed.addItem({
      title,
      id: url,
      link: url,
      description: excerpt,
      date: new Date(date),
      category: [{ name: category }],
      image,
    });
  }
  return feed.rss2();
}
