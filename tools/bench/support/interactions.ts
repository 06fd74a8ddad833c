import type { Page } from "@playwright/test";

/** Shorter ones the browser does not tell of. */
const shortestMs = 16;

declare global {
  interface Window {
    longestInteractionMs: number;
  }
}

/** Has a page note how long its longest interaction took, from the press to the paint that followed. Before it opens. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    window.longestInteractionMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId) window.longestInteractionMs = Math.max(window.longestInteractionMs, entry.duration);
      }
    });
    observer.observe({ type: "event", durationThreshold, buffered: true } as PerformanceObserverInit);
    observer.observe({ type: "first-input", buffered: true });
  }, shortestMs);
}

/** The longest interaction of what is done meanwhile. @param act ends when its result can be seen. */
export async function longestInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  await settle(page);
  await page.evaluate(() => {
    window.longestInteractionMs = 0;
  });
  await act();
  await settle(page);
  return Math.max(shortestMs, await page.evaluate(() => window.longestInteractionMs));
}

/** Two frames and a rest: the browser hands entries over when it has nothing else to do. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve)))),
      ),
  );
