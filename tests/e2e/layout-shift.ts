import type { Page } from "@playwright/test";

/** Adds up how far what is seen moves by itself, in every document that the page opens from now on. */
export const watchLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { layoutShift: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Of the document that is shown, once what has changed is painted. */
export const readLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((painted) => requestAnimationFrame(painted));
    return (window as unknown as { layoutShift: { shift: number } }).layoutShift.shift;
  });
