import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { OpenedDocument } from "#shared/deals/deal-room.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { type PagesInView, pagesInView, pagesToHold } from "./pages-in-view.ts";
import { stepZoom, type Zoom } from "./zoom.ts";

/** Pages that pass by faster are not fetched. */
const settledMs = 150;

/** Which page is read, which ones are held, and how large they are; by keyboard, too. */
export function useReading(scroller: RefObject<HTMLElement | null>, pages: OpenedDocument["pages"]) {
  const view = usePagesInView(scroller, pages.length);
  const settled = useDebounced(view, settledMs);
  const [held, setHeld] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => setHeld((before) => pagesToHold(before, settled)), [settled]);

  const [zoom, setZoom] = useState<Zoom>("fit");
  const keepPlace = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages have their new size then
  useLayoutEffect(() => {
    keepPlace.current?.();
    keepPlace.current = undefined;
  }, [zoom]);

  const elementOf = (number: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`) ?? undefined;
  const show = (number: number) => elementOf(number)?.scrollIntoView({ behavior: "instant" });
  const jump = (number: number) => {
    show(number);
    elementOf(number)?.focus({ preventScroll: true });
  };
  const changeZoom = (next: Zoom) => {
    const page = elementOf(view.current);
    if (scroller.current && page) keepPlace.current = placeKeeper(scroller.current, page);
    setZoom(next);
  };
  const step = (direction: 1 | -1) => {
    const page = pages[view.current - 1];
    const shownWidth = elementOf(view.current)?.clientWidth;
    if (page && shownWidth) changeZoom(stepZoom(zoom, direction, page.width, shownWidth));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const element = scroller.current;
    const isTyped = target instanceof Element && target.matches("input, select");
    if (!element || isTyped || ctrlKey || metaKey || altKey) return;
    const isSideways = element.scrollWidth > element.clientWidth;
    const act: Record<string, (() => void) | false> = {
      "+": () => step(1),
      "=": () => step(1),
      "-": () => step(-1),
      "0": () => changeZoom("fit"),
      ArrowLeft: !isSideways && (() => show(Math.max(1, view.current - 1))),
      ArrowRight: !isSideways && (() => show(Math.min(pages.length, view.current + 1))),
    };
    // Inside of it the browser scrolls.
    const stride = element.contains(target as Node) ? undefined : strides[key];
    const work = stride === undefined ? act[key] : () => element.scrollBy(0, stride * element.clientHeight);
    if (!work) return;
    event.preventDefault();
    work();
  };

  return { current: view.current, held, zoom, changeZoom, show, jump, onKeyDown };
}

/** @param pages that `scroller` has, each with `data-page`. */
function usePagesInView(scroller: RefObject<HTMLElement | null>, pages: number): PagesInView {
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

/** In heights of the view. */
const strides: Record<string, number> = { ArrowUp: -0.1, ArrowDown: 0.1, PageUp: -0.9, PageDown: 0.9 };

/** @returns what scrolls to the same line of the page, once it has another size. */
function placeKeeper(scroller: HTMLElement, page: HTMLElement): () => void {
  const above = () => scroller.getBoundingClientRect().top - page.getBoundingClientRect().top;
  const before = above();
  const share = before / page.clientHeight;
  return () => {
    // Its top is in view.
    const after = before < 0 ? before : share * page.clientHeight;
    scroller.scrollBy({ top: after - above(), behavior: "instant" });
  };
}
