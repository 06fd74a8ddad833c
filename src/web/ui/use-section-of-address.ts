import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { showAnchor } from "./page-focus.ts";

/**
 * Shows and focuses the section that the address names. Sections load one after the other and move those below them, so
 * it is kept in place until its reader goes on. @returns for the element around the sections.
 */
export function useSectionOfAddress(): RefObject<HTMLDivElement | null> {
  const { hash, key } = useLocation();
  const sections = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    if (!hash || !sections.current) return;
    const ended = new AbortController();
    const { signal } = ended;
    const observer = new ResizeObserver(() => showAnchor(hash));
    signal.addEventListener("abort", () => observer.disconnect());
    for (const sign of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      window.addEventListener(sign, () => ended.abort(), { signal, passive: true });
    }
    observer.observe(sections.current);
    return () => ended.abort();
  }, [hash, key]);
  return sections;
}
