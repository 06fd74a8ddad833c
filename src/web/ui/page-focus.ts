import { type RefObject, useEffect, useRef } from "react";

/** To the page's heading, or until it has loaded to the main region; without scrolling. */
export function focusPage(): void {
  const main = document.querySelector<HTMLElement>("main");
  if (!main || focusHeading(main)) return;
  focusQuietly(main);
  const observer = new MutationObserver(() => {
    const hasMoved = document.activeElement !== main;
    if (hasMoved || focusHeading(main)) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
}

/** A hidden heading takes no focus. */
const focusHeading = (main: HTMLElement): boolean =>
  [...main.querySelectorAll("h1")].some((heading) => {
    focusQuietly(heading);
    return document.activeElement === heading;
  });

/** Scrolls to and focuses it. @param anchor the address's second hash. @returns false without such an element. */
export function showAnchor(anchor: string, behavior: ScrollBehavior = "instant"): boolean {
  const target = document.getElementById(decodeURIComponent(anchor.replace(/^#/, "")));
  if (!target) return false;
  target.scrollIntoView({ behavior, block: "start" });
  focusQuietly(target);
  return true;
}

export const isTyping = (): boolean => document.activeElement?.matches("input, select, textarea") ?? false;

export const showTop = (): void => window.scrollTo({ top: 0, behavior: "instant" });

export const prefersReducedMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** When the filter changes, which may happen from far down. */
export function useScrollToListTop(filter: string): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null);
  const shown = useRef(filter);
  useEffect(() => {
    if (shown.current === filter) return;
    shown.current = filter;
    if (list.current && list.current.getBoundingClientRect().top < 0) list.current.scrollIntoView();
  }, [filter]);
  return list;
}
