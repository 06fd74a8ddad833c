const key = "reading-place";

/** Keeps how far the page was read when it is left. The browser cannot: the document of most routes is another page's. */
export function keepReadingPlace(): void {
  window.addEventListener("pagehide", () => {
    try {
      if (window.scrollY === 0) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify([pageAddress(), window.scrollY]));
    } catch {
      // A browser that keeps nothing for us begins each page at its top.
    }
  });
}

/** Brings a page that was reloaded, or come back to, to where it was left. @returns false when it was not. */
export function showReadingPlace(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type !== "reload" && entry?.type !== "back_forward") return false;
  try {
    const [address, top] = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    if (address !== pageAddress() || typeof top !== "number") return false;
    window.scrollTo({ top, behavior: "instant" });
    return true;
  } catch {
    return false;
  }
}

/** Without parameters: they may hold a token. */
const pageAddress = () => window.location.href.replace(/[?=].*/, "");
