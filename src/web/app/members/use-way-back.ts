import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { focusPage } from "#web/ui/page-focus.ts";

/** By address the link that was pressed there last. */
const leadingOn = new Map<string, string>();
let isBackLink = false;

/**
 * Back at a list, by the browser or by the link above a record, the focus is on the link that led to the record: it went with the
 * record's page. Before the focus of the route, which leaves it there.
 */
export function useWayBack(): void {
  const { search, key } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";

  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("main a[href]") : null;
      isBackLink = link?.closest(".back-link") != null;
      if (link && !isBackLink) leadingOn.set(search, link.getAttribute("href") ?? "");
    };
    // Before the router answers the press with another address.
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that is arrived at
  useEffect(() => {
    const link = leadingOn.get(search);
    // The page that was left had it, or the main region while that page was loading.
    const isFree = document.activeElement?.matches("body, main") ?? true;
    if (link && (isBackOrForward || isBackLink) && isFree) return focusAgain(link);
  }, [search, key]);
}

/** The page's heading has the focus until the list has loaded, or somebody goes on. */
function focusAgain(href: string): (() => void) | undefined {
  const main = document.querySelector("main");
  if (!main || focusLink(main, href)) return;
  focusPage();
  const ended = new AbortController();
  const { signal } = ended;
  const observer = new MutationObserver(() => focusLink(main, href) && ended.abort());
  signal.addEventListener("abort", () => observer.disconnect());
  for (const sign of ["wheel", "touchstart", "keydown", "pointerdown"])
    window.addEventListener(sign, () => ended.abort(), { signal, passive: true });
  observer.observe(main, { childList: true, subtree: true });
  return () => ended.abort();
}

/** A hidden link takes no focus. */
const focusLink = (main: HTMLElement, href: string): boolean =>
  [...main.querySelectorAll<HTMLElement>("a[href]")].some((link) => {
    if (link.getAttribute("href") !== href) return false;
    link.focus();
    return document.activeElement === link;
  });
