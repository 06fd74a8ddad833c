/**
 * Runs before anything is painted. The document holds a page that was rendered beforehand; the routes of the app stand in
 * the hash. A clean address becomes the route of the same page, and a page that the visitor will not see is not shown
 * either. What is there to be read comes whole before the app is fetched, whose scripts are no part of the document for
 * that reason: on a slow line they would share it with the fonts and pictures of the first view.
 */
{
  const longestWaitMs = 2500;
  const { pathname, search, hash } = window.location;
  const { app = "", modules = "" } = document.currentScript?.dataset ?? {};
  const isOtherPage = pathname === "/" && /^#\/[^?#]/.test(hash);
  if (pathname !== "/") window.history.replaceState(null, "", `/#${pathname}${search}${hash}`);

  if (isOtherPage || isOnlyForTheApp()) {
    document.documentElement.classList.add("is-elsewhere");
    document.addEventListener("DOMContentLoaded", startApp);
  } else {
    document.addEventListener("DOMContentLoaded", () => whenRead(startApp));
  }

  // What somebody does before the app is there is handed to it: see lib/take-over.ts.
  const deeds: NonNullable<typeof window.deeds> = {};
  const untilArrived = new AbortController();
  const note = ({ type, target }: Event) => {
    if (type === "focusin") deeds.focused = target as Element;
    else window.deeds = deeds;
    if (type === "click") deeds.pressed = (target as Element).closest("button") ?? deeds.pressed;
  };
  for (const sign of ["click", "keydown", "input", "focusin"]) {
    window.addEventListener(sign, note, { signal: untilArrived.signal });
  }
  // As the app's header does: see app/header.tsx. The browser scrolls a reloaded page to where it was.
  const showScrolled = () => document.querySelector(".site-header")?.classList.toggle("is-solid", window.scrollY > 50);
  document.addEventListener("DOMContentLoaded", showScrolled);
  window.addEventListener("scroll", showScrolled, { passive: true, signal: untilArrived.signal });
  window.addEventListener("arrived", () => untilArrived.abort(), { once: true });
  // Only the app answers forms. Sent by itself, one would put what it holds into the address.
  window.addEventListener("submit", (event) => event.preventDefault());

  /** Tokens that must not stay in the address; a form whose address fills it in, or whose visitor is led on at once. */
  function isOnlyForTheApp(): boolean {
    if (/[?#&](access|refresh)_token=/.test(search + hash)) return true;
    if (!/^\/(login|register)\/?$/.test(pathname)) return false;
    return search !== "" || hash !== "" || /"session":\{/.test(readSnapshot());
  }

  function readSnapshot(): string {
    try {
      return localStorage.getItem("session-snapshot") ?? "";
    } catch {
      return "";
    }
  }

  function startApp() {
    for (const href of isOtherPage ? [] : modules.split(" ")) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
    document.body.append(Object.assign(document.createElement("script"), { type: "module", src: app }));
  }

  /** Once the fonts and pictures of the first view are painted, but sooner for whoever acts, or waits too long for them. */
  function whenRead(work: () => void) {
    const signs = ["pointerdown", "touchstart", "keydown"] as const;
    let hasBegun = false;
    const begin = () => {
      if (hasBegun) return;
      hasBegun = true;
      for (const sign of signs) window.removeEventListener(sign, begin);
      work();
    };
    for (const sign of signs) window.addEventListener(sign, begin, { passive: true });
    window.addEventListener("load", () => requestAnimationFrame(() => setTimeout(begin)));
    setTimeout(begin, longestWaitMs);
  }
}
