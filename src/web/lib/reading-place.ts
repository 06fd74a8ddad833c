const key = "reading-place";

/** The browser cannot restore it: most routes have another page's document. */
export function keepReadingPlace(): void {
  window.addEventListener("pagehide", () => {
    try {
      if (window.scrollY === 0) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify([pageAddress(), window.scrollY]));
    } catch {
      // Each page begins at its top if there is no storage.
    }
  });
}

/** After a reload, or coming back. @returns whether it scrolled. */
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

/** The address has no parameters: they may hold a token. */
const pageAddress = () => window.location.href.replace(/[?=].*/, "");
