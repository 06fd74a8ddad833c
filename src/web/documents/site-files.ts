import { Feed } from "feed";
import type { ListedArticle } from "#shared/content/content.ts";
import type { BuiltFiles } from "#shared/document-renderer.ts";
import { cleanUrl, paths } from "#shared/paths.ts";
import { brandColours } from "#shared/settings/brand-colours.ts";
import type { Club } from "#shared/settings/settings.ts";
import { previewOf } from "./page-head.tsx";
import { publicPages } from "./public-pages.ts";

/** https://www.sitemaps.org/protocol.html. Only articles have a date at which they last changed. */
export function sitemap(origin: string, articles: readonly ListedArticle[]): string {
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

export const robots = (origin: string): string => `User-agent: *
Disallow: /api/

Sitemap: ${cleanUrl(origin, "/sitemap.xml")}
`;

const appAddress = (path: string): string => `/#${path}`;

/** https://www.w3.org/TR/appmanifest/ */
export const webAppManifest = ({ identity, brand }: Club): string =>
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
export function articleFeed({ origin, club, articles, previewBytes }: FeedInput): string {
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
