import type { PreviewedItem } from "#shared/document-renderer.ts";
import { paths } from "#shared/paths.ts";
import { articlePage, type PublicPage } from "./public-pages.ts";

interface PreviewPage extends PublicPage {
  /** The list of the API that a page for members shows. */
  membersList?: string;
}

const members = { modules: ["app/members/members-page.tsx"] };

/** Where an item is shown. */
export function previewPage({ kind, slug, draft }: PreviewedItem): PreviewPage {
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
