import { readFileSync } from "node:fs";
import { starterArticles } from "#server/features/content/starter/starter-content.ts";
import { paths } from "#shared/paths.ts";
import { defaultClub as club } from "#shared/settings/club.ts";
import { publicPages } from "#web/documents/public-pages.ts";
import { articleCover, categoryCover, coverCategories } from "#web/ui/pictures/cover-names.ts";
import { icon } from "./icon.ts";
import { palette } from "./palette.ts";

/** Width and height in pixels that chats and social sites ask for. */
export const previewSize = { width: 1200, height: 630 } as const;

/** What a page is, and what it says of itself. */
const words: Record<string, readonly [string, string]> = {
  [paths.home]: [club.identity.motto, club.identity.taglines[0]],
  [paths.about]: ["About", "A club for people who back people"],
  [paths.membership]: ["Membership", club.identity.taglines[1]],
  [paths.insights]: ["Insights", "Worth an evening"],
  [paths.calculator]: ["Calculator", "What the fees leave you"],
  [paths.news]: ["News", "Rules that changed, with dates"],
  [paths.founders]: ["Founders", "Raise from people who ask"],
  [paths.contact]: ["Contact", "Ask us first"],
  [paths.privacy]: ["Privacy", "What we keep, and for how long"],
  [paths.terms]: ["Terms", "What we agree on"],
  [paths.hnwiSi]: ["Investor types", "Who may see offers"],
};

/** Pages with a picture of their own. */
export const previewedPaths = [
  ...publicPages.map(({ path }) => path),
  ...starterArticles.map(({ slug }) => paths.article(slug)),
  ...coverCategories.map((category) => `/${categoryCover(category)}`),
];

/**
 * The picture of a page as a document for a browser: its words beside the article's cover, or beside the flame; of a
 * category without words, for clubs of any name.
 */
export function previewCard(path: string): string {
  if (path.startsWith("/category-")) {
    return `<!doctype html><meta charset="utf-8"><style>${categoryStyle}</style>${drawn(path.slice(1))}`;
  }
  const article = starterArticles.find(({ slug }) => paths.article(slug) === path);
  const [label, title] = article ? [article.content.category, article.content.title] : (words[path] ?? []);
  if (!title) throw new Error(`There are no words for the picture of ${path}.`);
  const picture = article ? drawn(articleCover(article.slug)) : drawn("hero-tall-lines") + drawn("hero-tall-sticks");
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>
<body class="${article ? "is-article" : "is-page"}">
<main><p>${label}</p><h1>${title}</h1>
<footer>${icon(14)}<b>${club.identity.name}</b></footer></main><div>${picture}</div>`;
}

const drawn = (name: string): string =>
  readFileSync(new URL(`../../src/web/ui/pictures/drawn/${name}.svg`, import.meta.url), "utf8");

const categoryStyle = `body { margin: 0 } svg { width: ${previewSize.width}px; height: ${previewSize.height}px }`;

const style = `
@font-face { font-family: Fraunces; font-weight: 100 900; src: url(/fraunces.woff2) }
@font-face { font-family: Inter; font-weight: 100 900; src: url(/inter.woff2) }
* { margin: 0; box-sizing: border-box }
body { width: ${previewSize.width}px; height: ${previewSize.height}px; overflow: hidden; position: relative;
  background: ${palette.paper}; color: ${palette.ink} }
main { position: absolute; inset: 72px auto 64px 72px; width: 620px; display: flex; flex-direction: column; z-index: 1 }
p { font: 550 26px/1.3 Inter; color: ${palette.emberDeep} }
h1 { margin-top: 20px; font: 480 72px/1.06 Fraunces; letter-spacing: -0.02em; text-wrap: balance }
.is-article h1 { font-size: 60px }
footer { margin-top: auto; display: flex; align-items: center; gap: 18px }
footer svg { width: 60px; height: 60px }
b { font: 600 40px/1 Fraunces; letter-spacing: -0.01em }
div { position: absolute; inset: 0 0 0 auto; width: 460px; overflow: hidden }
.is-article div svg { width: 1008px; height: 630px; margin-left: -274px }
.is-page div { width: 560px }
.is-page div svg { position: absolute; right: 0; bottom: 0; width: 560px; height: 630px }
`;
