const key = "reading-place";

/** Keeps how far the page was read when it is left. The browser cannot: the document of most routes is another page's. */
export function keepReadingPlace(): void {
  window.addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(key, JSON.stringify([window.location.href, window.scrollY]));
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
    const [href, top] = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    if (href !== window.location.href || typeof top !== "number") return false;
    window.scrollTo({ top, behavior: "instant" });
    return true;
  } catch {
    return false;
  }
}
