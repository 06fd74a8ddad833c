import { Fragment, type ReactNode } from "react";
import type { SitePageSlug } from "#shared/content/site-page-layouts.ts";
import {
  fillSitePage,
  linkPattern,
  type ShownSection,
  type ShownSitePage,
  siteValues,
} from "#shared/content/site-pages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { useSiteData } from "./site-data.tsx";
import { useClub } from "./use-club.ts";

export interface SitePage extends Omit<ShownSitePage, "sections"> {
  /** @returns undefined for a section that is hidden. */
  section: (key: string) => ShownSection | undefined;
}

/**
 * The words of a page as its operator has published them, with title and description of the document.
 * @param own values that the page works out itself.
 */
export function useSitePage(slug: SitePageSlug, own: Record<string, string> = {}): SitePage {
  const club = useClub();
  const published = useSiteData<ShownSitePage>(`/site-pages/${slug}`);
  const { sections, ...page } = fillSitePage(published, { ...siteValues(club), ...own });
  usePageMeta(slug === "home" ? null : page.title, page.description);
  return { ...page, section: (key) => sections.find((section) => section.key === key) };
}

export const Principles = ({ points }: Pick<ShownSection, "points">) => (
  <dl className="principles">
    {points.map(({ title, text }) => (
      <div key={title}>
        <dt className="d4">{title}</dt>
        <dd>
          <Words text={text} />
        </dd>
      </div>
    ))}
  </dl>
);

/** The server has checked the whole address. */
const linkStart = /^(https:\/\/|mailto:|\/(?!\/)|#)/;

/** A text of a page, in which "[founders](/founders)" is a link. */
export function Words({ text }: { text: string }): ReactNode {
  // Between two links are words, and each link has two parts: what it says and where it leads.
  const parts = text.split(linkPattern);
  return parts.map((part, index) => {
    if (index % 3 === 2) return null;
    const href = index % 3 === 1 ? (parts[index + 1] ?? "") : "";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and their order is fixed.
      <Fragment key={index}>{linkStart.test(href) ? <InlineLink to={href}>{part}</InlineLink> : part}</Fragment>
    );
  });
}
