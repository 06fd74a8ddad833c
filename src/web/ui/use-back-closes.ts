import { useEffect, useId, useRef } from "react";

/** A sheet that was closed is going back from its entry, which the browser does a little later. */
let isLeaving = false;

/**
 * While a sheet or dialog is open, Back closes it and keeps the page below: it has a history entry of its own, with the page's
 * address. The entry is written past the router, which has nothing to render for it. Links in a sheet replace that entry.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const sheet = useId();
  const close = useRef(onClose);
  const isOpenNow = useRef(false);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    isOpenNow.current = true;
    const isOnTop = () => (window.history.state as { sheet?: unknown } | null)?.sheet === sheet;
    const enter = () => isOnTop() || window.history.pushState({ ...window.history.state, sheet }, "");
    // Its entry would be the one that is left.
    if (isLeaving) window.addEventListener("popstate", enter, { once: true });
    else enter();
    const onPop = () => isOnTop() || close.current();
    window.addEventListener("popstate", onPop);
    return () => {
      isOpenNow.current = false;
      window.removeEventListener("popstate", enter);
      window.removeEventListener("popstate", onPop);
      // Later, when a link that closed the sheet has replaced the entry.
      setTimeout(() => !isOpenNow.current && isOnTop() && leave());
    };
  }, [isOpen, sheet]);
}

function leave(): void {
  isLeaving = true;
  window.addEventListener("popstate", () => (isLeaving = false), { once: true });
  window.history.back();
}
