import { type RefObject, useEffect, useRef } from "react";

/** To the page's heading or main region, without scrolling. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (target) focusQuietly(target);
}

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
