import { paths } from "#shared/paths.ts";
import { articles } from "#web/content/articles.ts";

export interface PublicPage {
  path: string;
  /** The source file of the page's own chunk, by which its scripts are found among the built ones. */
  module: string;
}

/** Every page that has a clean address of its own, for search engines, previews and readers without scripts. */
export const publicPages: readonly PublicPage[] = [
  { path: paths.home, module: "home/home-page.tsx" },
  { path: paths.about, module: "pages/about-page.tsx" },
  { path: paths.membership, module: "pages/membership-page.tsx" },
  { path: paths.insights, module: "pages/insights-page.tsx" },
  ...articles.map(({ slug }) => ({ path: paths.article(slug), module: `content/articles/${slug}.mdx` })),
  { path: paths.calculator, module: "pages/calculator-page.tsx" },
  { path: paths.news, module: "pages/news-page.tsx" },
  { path: paths.founders, module: "pages/founders-page.tsx" },
  { path: paths.contact, module: "pages/contact-page.tsx" },
  { path: paths.privacy, module: "pages/privacy-page.tsx" },
  { path: paths.terms, module: "pages/terms-page.tsx" },
  { path: paths.hnwiSi, module: "pages/investor-types-page.tsx" },
];
