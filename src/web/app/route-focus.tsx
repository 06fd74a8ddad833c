import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useIsHydrating } from "#web/lib/hydration.tsx";
import { showReadingPlace } from "#web/lib/reading-place.ts";
import { focusPage, isTyping, prefersReducedMotion, showAnchor, showTop } from "#web/ui/page-focus.ts";
import { replayEarlyInput } from "./replay-early-input.ts";

export interface Arrived {
  pathname: string;
  search: string;
  /** Document title. */
  title: string;
}

/**
 * Scrolls, focuses and announces after navigation; same-path changes are only announced. Inside the page's Suspense
 * boundary, so effects run after it is rendered. @param last previous address, kept outside since an error unmounts
 * this.
 */
export function RouteFocus({ last }: { last: RefObject<Arrived | null> }) {
  const { pathname, search, hash, key } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";
  const [announcement, setAnnouncement] = useState("");
  const [isFromDocument] = useState(useIsHydrating());

  useLayoutEffect(() => {
    // Once React is done with this commit, and before anything else.
    if (isFromDocument) queueMicrotask(() => replayEarlyInput(document));
  }, [isFromDocument]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    const before = last.current;
    const isNewPage = before?.pathname !== pathname;
    last.current = { pathname, search, title: document.title };
    // The browser has brought a document to its anchor or reading place, and somebody may have gone on from there. The anchor of
    // an address with a route, such as "/#/#about", it does not know.
    const isForRouter = isFromDocument && hash !== "" && window.location.hash !== hash && window.scrollY === 0;
    if (!before && !isForRouter && (isFromDocument || showReadingPlace())) return;
    if (hash) return arriveAtAnchor(hash, isNewPage);
    if (!before) return;
    // Filters written to the URL are not link presses.
    const isPressedAgain = before.search === search && !isBackOrForward && !isTyping();
    const isOtherView = !isNewPage && before.title !== document.title;
    if (isOtherView) setAnnouncement(document.title);
    // The pressed link went with its view.
    if (isOtherView && document.activeElement === document.body) focusPage();
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

/** Late fonts and images move the anchor: scroll again after they load. */
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
