import { type RefObject, useEffect, useRef } from "react";

/**
 * Brings the list's beginning back into view when it shows something else while it is scrolled past: the filter may be
 * changed from beside the list, or from inside it.
 * @param filter what the list shows, in a word.
 */
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
