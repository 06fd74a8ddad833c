import { type RefObject, useEffect, useRef } from "react";

/** Opens every disclosure inside an element for as long as the page is printed, in browsers where styles alone cannot. */
export function useExpandForPrint<Of extends HTMLElement>(): RefObject<Of | null> {
  const element = useRef<Of>(null);
  useEffect(() => {
    const opened = new Set<HTMLDetailsElement>();
    const open = () => {
      for (const details of element.current?.querySelectorAll<HTMLDetailsElement>("details:not([open])") ?? []) {
        details.open = true;
        opened.add(details);
      }
    };
    const close = () => {
      for (const details of opened) details.open = false;
      opened.clear();
    };
    window.addEventListener("beforeprint", open);
    window.addEventListener("afterprint", close);
    return () => {
      window.removeEventListener("beforeprint", open);
      window.removeEventListener("afterprint", close);
    };
  }, []);
  return element;
}
