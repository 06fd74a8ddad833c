import { useEffect, useState } from "react";

/** The end of the bar above the page, for what is shown there; null at first, as where a document is rendered. */
export function useBar(): Element | null {
  const [bar, setBar] = useState<Element | null>(null);
  useEffect(() => setBar(document.querySelector(".header-end")), []);
  return bar;
}
