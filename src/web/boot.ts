/**
 * Runs before the first paint. The document is a page that the server has rendered, and the app hydrates it. The app's
 * scripts are no part of the document: on a slow line they would share it with the fonts and pictures of the first view.
 */
{
  const longestWaitMs = 2500;
  const { pathname, search, hash } = window.location;
  const { app = "", modules = "" } = document.currentScript?.dataset ?? {};
  showTheme();
  window.addEventListener("storage", showTheme);
  // A passkey is for a name: at a bare IP address there is none.
  if (/^(\d+\.){3}\d+$|^\[/.test(window.location.hostname)) document.documentElement.classList.add("no-passkeys");

  const isOtherPage = pathname === "/" && /^#\/[^?#]/.test(hash);

  if (isOtherPage || isOnlyForTheApp()) {
    document.documentElement.classList.add("hide-prerendered");
    if (/^#\/members\b/.test(hash)) showCompactHeader();
    preloadApp();
    document.addEventListener("DOMContentLoaded", startApp);
  } else {
    document.addEventListener("DOMContentLoaded", () =>
      whenRead(() => {
        preloadApp();
        startApp();
      }),
    );
  }

  const untilHydration = new AbortController();
  const { signal } = untilHydration;
  window.addEventListener("app:hydrating", () => untilHydration.abort(), { once: true });

  // React answers only the presses after it began to listen: these are pressed again then.
  const presses: HTMLButtonElement[] = [];
  window.earlyPresses = presses;
  const notePress = ({ target }: Event) => {
    const button = (target as Element).closest("button");
    // The browser answers a button with a command by itself, and a form is sent once however often it is asked.
    const isAnswered = button?.commandForElement || (button?.type === "submit" && presses.includes(button));
    if (button && !isAnswered) presses.push(button);
  };
  window.addEventListener("click", notePress, { signal });
  // As the app's header does, also when the browser scrolls a reloaded page to where it was. Not sooner: it forces a layout.
  const showScrolled = () => document.querySelector(".site-header")?.classList.toggle("is-solid", window.scrollY > 50);
  window.addEventListener("scroll", showScrolled, { passive: true, signal });
  // The app alone answers forms.
  window.addEventListener("submit", (event) => event.preventDefault());

  /** Tokens that must not stay in the address; a form whose address fills it in, or whose visitor is led on at once. */
  function isOnlyForTheApp(): boolean {
    if (/[?#&](access|refresh)_token=/.test(search + hash)) return true;
    if (!/^\/(login|register)\/?$/.test(pathname)) return false;
    return search !== "" || hash !== "" || /"session":\{/.test(stored("session-snapshot"));
  }

  /** The theme is the one chosen on the account page; without a choice the style sheet follows the system. */
  function showTheme() {
    const theme = stored("theme");
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
      const { scheme } = meta.dataset;
      meta.media = theme ? (theme === scheme ? "" : "not all") : `(prefers-color-scheme: ${scheme})`;
    }
  }

  function stored(key: string): string {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  /** The members area's header is the home page's, made compact: the first thing that is seen, long before the app has come. */
  function showCompactHeader() {
    const parsing = new MutationObserver(() => {
      const header = document.querySelector(".site-header");
      if (!header) return;
      header.classList.add("is-compact");
      parsing.disconnect();
    });
    parsing.observe(document, { childList: true, subtree: true });
  }

  function preloadApp() {
    for (const href of isOtherPage ? [app] : modules.split(" ")) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }

  function startApp() {
    document.body.append(Object.assign(document.createElement("script"), { type: "module", src: app }));
  }

  /** Once the fonts and pictures of the first view are painted; sooner for a visitor who acts, or waits too long. */
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
