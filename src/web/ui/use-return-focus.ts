import { useRef } from "react";
import { focusPage } from "./page-focus.ts";

/**
 * Where the focus goes when a dialog closes: back to what opened it or, when that is gone by then, to the nearest place
 * around it that can hold the focus, in the end the page's heading. Radix does so only for triggers of its own; ours are
 * opened by state or by the address.
 */
export function useReturnFocus() {
  const places = useRef<HTMLElement[]>([]);
  return {
    onOpenAutoFocus: () => {
      // Nobody opened it where the focus is nowhere: it came with the page.
      const opener = document.querySelector<HTMLElement>(":focus");
      places.current = [];
      for (let place = opener; place; place = place.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null) {
        places.current.push(place);
      }
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What the dialog was about may have gone with it, and have handed the focus on.
      if (document.activeElement !== document.body) return;
      const place = places.current.find((place) => place.isConnected);
      if (place) place.focus({ preventScroll: true });
      else focusPage();
    },
  };
}
