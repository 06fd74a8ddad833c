import { type RefObject, useEffect, useState } from "react";
import { type PagesInView, pagesInView } from "./pages-in-view.ts";

/** @param pages that `scroller` has, each with `data-page`. */
export function usePagesInView(scroller: RefObject<HTMLElement | null>, pages: number): PagesInView {
  const [view, setView] = useState<PagesInView>({ first: 0, last: 0, current: 1 });
  useEffect(() => {
    const element = scroller.current;
    if (!element || pages === 0) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const spans = [...element.querySelectorAll("[data-page]")].map((page) => page.getBoundingClientRect());
      const next = pagesInView(spans, element.getBoundingClientRect());
      setView((view) => (JSON.stringify(view) === JSON.stringify(next) ? view : next));
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    element.addEventListener("scroll", measureSoon, { passive: true });
    // The window's size, and that of the pages.
    const sizes = new ResizeObserver(measureSoon);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => {
      element.removeEventListener("scroll", measureSoon);
      sizes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [scroller, pages]);
  return view;
}
