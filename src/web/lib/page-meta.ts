import { createContext, useContext, useEffect } from "react";
import { useLocation } from "react-router";
import { club } from "#shared/club.ts";

export interface PageMeta {
  /** Of the document: the page and the club. */
  title: string;
  description: string;
}

/** Hears what a page calls itself while it is rendered for a file, where no document exists yet. */
export const PageMetaListener = createContext<((meta: PageMeta) => void) | null>(null);

/**
 * Sets the document's title, description and canonical address for the page that is shown.
 * @param page what the page is, without the club's name; the home page gives none.
 */
export function usePageMeta(page: string | null, description: string): void {
  const { pathname } = useLocation();
  const title = page ? titleOf(page) : `${club.product} | ${club.taglines[0]}`;
  useContext(PageMetaListener)?.({ title, description });
  useEffect(() => {
    shown.page = title;
    document.title = shown.opened ?? title;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
    // Phones share this one when a page is passed on.
    document
      .querySelector('link[rel="canonical"]')
      ?.setAttribute("href", new URL(pathname, window.location.origin).href);
  }, [title, description, pathname]);
}

/** Names the document after what is open over the page, for as long as it is. */
export function useOpenedTitle(opened: string | undefined): void {
  useEffect(() => {
    if (!opened) return;
    shown.opened = titleOf(opened);
    document.title = shown.opened;
    return () => {
      shown.opened = null;
      document.title = shown.page;
    };
  }, [opened]);
}

/** A page and what opens over it may be shown by the same commit, whichever effect runs first. */
const shown: { page: string; opened: string | null } = { page: "", opened: null };

const titleOf = (page: string): string => `${page} | ${club.product}`;
