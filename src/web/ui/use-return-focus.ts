import { useRef } from "react";
import { focusPage } from "./page-focus.ts";

/**
 * After a dialog: the focus goes to what opened it, else to the nearest focusable ancestor, else to the page's heading.
 * Radix does so only for its own triggers.
 */
export function useReturnFocus() {
  const places = useRef<HTMLElement[]>([]);
  return {
    onOpenAutoFocus: () => {
      // Opened with the page, by its address.
      const opener = document.querySelector<HTMLElement>(":focus");
      places.current = [];
      for (let place = opener; place; place = place.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null) {
        places.current.push(place);
      }
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // A removed row may have moved the focus already.
      if (document.activeElement !== document.body) return;
      const place = places.current.find((place) => place.isConnected);
      if (place) place.focus({ preventScroll: true });
      else focusPage();
    },
  };
}
