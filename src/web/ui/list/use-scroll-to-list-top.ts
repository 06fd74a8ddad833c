import { type RefObject, useEffect, useRef } from "react";

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
