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
  const title = page ? titleOf(page, club.identity.name) : `${club.identity.name} | ${club.identity.taglines[0]}`;
  useContext(PageMetaListener)?.({ title, description });
  useEffect(() => {
    shown.page = title;
    document.title = shown.opened ?? title;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
    // Phones share this address.
    document
      .querySelector('link[rel="canonical"]')
      ?.setAttribute("href", new URL(pathname, window.location.origin).href);
  }, [title, description, pathname]);
}

/** The title while a panel is open over the page. */
export function useOpenedTitle(opened: string | undefined): void {
  const { name } = useClub().identity;
  useEffect(() => {
    if (!opened) return;
    shown.opened = titleOf(opened, name);
    document.title = shown.opened;
    return () => {
      shown.opened = null;
      document.title = shown.page;
    };
  }, [opened, name]);
}

/** Page and panel may be in one commit: their effects run in any order. */
const shown: { page: string; opened: string | null } = { page: "", opened: null };

const titleOf = (page: string, clubName: string): string => `${page} | ${clubName}`;
