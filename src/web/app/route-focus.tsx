import { type RefObject, useEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { focusPage, isTyping, prefersReducedMotion, showAnchor, showTop } from "#web/ui/page-focus.ts";

export interface Arrived {
  pathname: string;
  search: string;
  /** Of the document. */
  title: string;
}

/**
 * What happens when a page has come: it shows its top or the anchor asked for, takes the focus and is announced.
 * A page that becomes another one at the same path, as when a tab is chosen, is announced and left as it stands.
 * It stands beside the page inside the same Suspense boundary, so that its effects run once the page is really there.
 * @param last the address that arrived before, kept outside because a page that breaks takes this down with it.
 */
export function RouteFocus({ last }: { last: RefObject<Arrived | null> }) {
  const { pathname, search, hash, key } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";
  const [announcement, setAnnouncement] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    const before = last.current;
    const isNewPage = before?.pathname !== pathname;
    last.current = { pathname, search, title: document.title };
    if (!before) window.dispatchEvent(new Event("arrived"));
    if (hash) return arriveAtAnchor(hash, isNewPage);
    if (!before) return;
    // A filter or a form that writes itself into the address is no press of a link to the page one is on.
    const isPressedAgain = before.search === search && !isBackOrForward && !isTyping();
    if (!isNewPage && before.title !== document.title) setAnnouncement(document.title);
    if (!isNewPage && !isPressedAgain) return;
    showTop();
    focusPage();
    setAnnouncement(document.title);
  }, [pathname, search, hash, key]);

  return (
    <p className="sr-only" role="status">
      {announcement}
    </p>
  );
}

/** On a page that has just come, fonts and pictures may still push the anchor down: it is shown again once they are there. */
function arriveAtAnchor(hash: string, isNewPage: boolean): (() => void) | undefined {
  if (!isNewPage) {
    showAnchor(hash, prefersReducedMotion() ? "instant" : "smooth");
    return;
  }
  if (!showAnchor(hash)) return;
  const settled = new AbortController();
  void document.fonts.ready.then(() => settled.signal.aborted || showAnchor(hash));
  for (const sign of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    window.addEventListener(sign, () => settled.abort(), { signal: settled.signal, passive: true });
  }
  return () => settled.abort();
}
