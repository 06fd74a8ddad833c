/** From 1; both 0 while no page is in view. */
export interface PagesInView {
  first: number;
  last: number;
  /** The page that is read: across the upper third of the view. */
  current: number;
}

interface Span {
  top: number;
  bottom: number;
}

/** @param pages from the top of the document to its end. */
export function pagesInView(pages: readonly Span[], view: Span): PagesInView {
  const isInView = ({ top, bottom }: Span) => bottom > view.top && top < view.bottom;
  const line = view.top + (view.bottom - view.top) / 3;
  const first = pages.findIndex(isInView) + 1;
  const last = pages.findLastIndex(isInView) + 1;
  const passed = pages.findLastIndex(({ top }) => top <= line) + 1;
  return { first, last, current: Math.max(1, passed) };
}

/** Others would fill the memory of a phone. */
const keptAround = 2;

/** The pages to hold: those in view, and of the former ones those close by. */
export function pagesToHold(held: ReadonlySet<number>, { first, last }: PagesInView): ReadonlySet<number> {
  const next = new Set([...held].filter((page) => page >= first - keptAround && page <= last + keptAround));
  for (let page = Math.max(1, first); page <= last; page++) next.add(page);
  return next;
}
