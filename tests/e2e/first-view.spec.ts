import { paths } from "#shared/paths.ts";
import { publicPagePaths } from "../support/public-page-paths.ts";
import { expect, test } from "./test.ts";

for (const path of publicPagePaths) {
  test(`${path} is there before the app, and stays where it is when the app comes`, async ({ page }) => {
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      const note = (entry: PerformanceEntry) => {
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
      };
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        type: "layout-shift",
        buffered: true,
      });
    });
    await page.setViewportSize({ width: 412, height: 823 });
    await page.goto(path);
    // Only the app's links lead to its routes; those of the document to clean addresses.
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Terms" })).toHaveAttribute("href", "#/terms");
    const { shift, appStart, firstPaint, loadEnd } = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      const app = performance.getEntriesByType("resource").find(({ name }) => /\/assets\/app-[^/]*\.js$/.test(name));
      const { seen } = window as unknown as { seen: { shift: number } };
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const firstPaint = paint?.startTime ?? 0;
      return { shift: seen.shift, appStart: app?.startTime ?? 0, firstPaint, loadEnd: document?.loadEventEnd ?? 0 };
    });
    expect(firstPaint).toBeGreaterThan(0);
    // Fonts and pictures of the first view have come by then; the frame with them is stamped when it is on the screen.
    expect(loadEnd).toBeGreaterThan(0);
    expect(appStart).toBeGreaterThanOrEqual(loadEnd);
    expect(shift).toBeLessThanOrEqual(0.01);
  });
}

test("Somebody who is signed in does not see the form for it on the way to the members area", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem(
      "session-snapshot",
      '{"session":{"expires_at":1,"user":{"id":"a","email":"a"}},"has_ended":false}',
    );
    document.addEventListener("DOMContentLoaded", () => {
      const heading = document.querySelector("h1");
      Object.assign(window, { wasShown: heading?.checkVisibility({ visibilityProperty: true }) });
    });
  });
  await page.goto(paths.login);
  expect(await page.evaluate(() => (window as { wasShown?: boolean }).wasShown)).toBe(false);
});
