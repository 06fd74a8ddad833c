import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to where reading begins, without scrolling there: the page's heading, or its main region. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (target) focusQuietly(target);
}

/**
 * Brings the element of an anchor below the fixed header and moves the focus to it.
 * @param anchor the second hash of an address, with or without its `#`.
 * @returns false when the page has no such element.
 */
export function showAnchor(anchor: string, behavior: ScrollBehavior = "instant"): boolean {
  const target = document.getElementById(decodeURIComponent(anchor.replace(/^#/, "")));
  if (!target) return false;
  target.scrollIntoView({ behavior, block: "start" });
  focusQuietly(target);
  return true;
}

/** Whether the focus is in a field, where moving it would interrupt. */
export const isTyping = (): boolean => document.activeElement?.matches("input, select, textarea") ?? false;

export const showTop = (): void => window.scrollTo({ top: 0, behavior: "instant" });

export const prefersReducedMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Scrolls to the top of a list when its filter changes, which may happen from far down in it. */
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
