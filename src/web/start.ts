/**
 * Runs before anything is painted. The document holds a page that was rendered beforehand; the routes of the app stand in
 * the hash. A clean address becomes the route of the same page, and the home page is not shown to someone on the way to
 * another one. What is there to be read comes whole before the app is fetched, whose scripts are no part of the document
 * for that reason: on a slow line they would share it with the fonts and pictures of the first view.
 */
{
  const { pathname, search, hash } = window.location;
  const { app, modules } = document.currentScript?.dataset ?? {};
  const isElsewhere = pathname === "/" && /^#\/[^?#]/.test(hash);
  if (pathname !== "/") window.history.replaceState(null, "", `/#${pathname}${search}${hash}`);
  if (isElsewhere) {
    document.documentElement.classList.add("is-elsewhere");
    whenParsed(startApp);
  } else {
    whenRead(startApp);
  }

  function startApp() {
    if (!app) return;
    for (const href of isElsewhere ? [] : (modules?.split(" ") ?? [])) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
    document.body.append(Object.assign(document.createElement("script"), { type: "module", src: app }));
  }

  /** The app looks for its place in the document. */
  function whenParsed(work: () => void) {
    document.addEventListener("DOMContentLoaded", work, { once: true });
  }

  /** Fonts and pictures of the first view are there; sooner for whoever is about to press something, or waits too long. */
  function whenRead(work: () => void) {
    const longestWaitMs = 2500;
    const signs = ["load", "pointerdown", "keydown", "touchstart"] as const;
    let hasBegun = false;
    const begin = () => {
      if (hasBegun) return;
      hasBegun = true;
      for (const sign of signs) window.removeEventListener(sign, begin);
      work();
    };
    whenParsed(() => {
      for (const sign of signs) window.addEventListener(sign, begin, { passive: true });
      setTimeout(begin, longestWaitMs);
    });
  }
}
