import { useEffect, useState } from "react";

/** Places in the bar above the page, in their order, and in the menu of narrow screens. */
export type BarPlace = "bar-search" | "bar-bell" | "menu-person" | "menu-search" | "menu-places";

/** What shows there is put there by who is signed in; null at first, as where a document is rendered. */
export function useBar(place: BarPlace): Element | null {
  const [bar, setBar] = useState<Element | null>(null);
  useEffect(() => setBar(document.querySelector(`.${place}`)), [place]);
  return bar;
}
