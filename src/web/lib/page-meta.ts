import { createContext, useContext, useEffect } from "react";
import { useLocation } from "react-router";
import { useClub } from "#web/lib/use-club.ts";

export interface PageMeta {
  title: string;
  description: string;
}

/** For rendering on the server, where no document exists. */
export const PageMetaListener = createContext<((meta: PageMeta) => void) | null>(null);

/** @param page without the club's name; null for the home page. */
export function usePageMeta(page: string | null, description: string): void {
  const club = useClub();
  const { pathname } = useLocation();
  const title = page ? `${page} | ${club.identity.name}` : `${club.identity.name} | ${club.identity.taglines[0]}`;
  useContext(PageMetaListener)?.({ title, description });
  useEffect(() => {
    shown.page = title;
    showTitle();
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
    // Phones share this address.
    document
      .querySelector('link[rel="canonical"]')
      ?.setAttribute("href", new URL(pathname, window.location.origin).href);
  }, [title, description, pathname]);
}

/** Before the title of the page, while one of its records is shown. */
export function useOpenedTitle(opened: string | undefined): void {
  useEffect(() => {
    if (!opened) return;
    shown.opened = opened;
    showTitle();
    return () => {
      shown.opened = null;
      showTitle();
    };
  }, [opened]);
}

/** Page and record may be in one commit: their effects run in any order. */
const shown: { page: string; opened: string | null } = { page: "", opened: null };

const showTitle = (): void => {
  document.title = shown.opened ? `${shown.opened}, ${shown.page}` : shown.page;
};
