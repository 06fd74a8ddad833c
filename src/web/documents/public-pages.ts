import { paths } from "#shared/paths.ts";

export interface PublicPage {
  path: string;
  /** The source files of the page's own chunks, by which its scripts are found among the built ones. */
  modules: readonly string[];
}

/** Every page that has a clean address of its own besides the articles, for search engines, previews and readers without scripts. */
export const publicPages: readonly PublicPage[] = [
  { path: paths.home, modules: ["pages/home/home-page.tsx"] },
  { path: paths.about, modules: ["pages/about-page.tsx"] },
  { path: paths.membership, modules: ["pages/membership-page.tsx"] },
  { path: paths.insights, modules: ["pages/insights-page.tsx"] },
  { path: paths.calculator, modules: ["pages/calculator-page.tsx"] },
  { path: paths.news, modules: ["pages/news-page.tsx"] },
  { path: paths.founders, modules: ["pages/founders-page.tsx"] },
  { path: paths.contact, modules: ["pages/contact-page.tsx"] },
  { path: paths.privacy, modules: ["pages/legal/legal-pages.tsx"] },
  { path: paths.terms, modules: ["pages/legal/legal-pages.tsx"] },
  { path: paths.hnwiSi, modules: ["pages/legal/legal-pages.tsx"] },
];

export const articlePage = (slug: string): PublicPage => ({
  path: paths.article(slug),
  modules: ["pages/article-page.tsx"],
});
