import { expect, type Page, type Route } from "@playwright/test";

/** Delays matching requests. @returns releases them; given a response, fulfils the waiting ones with it. */
export async function hold(page: Page, url: string | RegExp, method?: string) {
  const waiting: Route[] = [];
  const catching = async (route: Route) => {
    if (method && route.request().method() !== method) return route.fallback();
    waiting.push(route);
  };
  await page.route(url, catching);
  return async (answer?: Parameters<Route["fulfill"]>[0]): Promise<void> => {
    // An optimistic update shows before its request is sent.
    if (answer) await expect.poll(() => waiting.length).toBeGreaterThan(0);
    // Fulfil before unrouting, which would continue them.
    await Promise.all(waiting.map((route) => (answer ? route.fulfill(answer) : route.continue()).catch(() => {})));
    await page.unroute(url, catching);
  };
}

/** A 4xx problem response. */
export const refusal = {
  status: 503,
  contentType: "application/problem+json",
  body: JSON.stringify({
    type: "about:blank",
    title: "Service Unavailable",
    status: 503,
    detail: "Not just now.",
    code: "internal_error",
  }),
};
