import { expect, type Page, type Route } from "@playwright/test";

/**
 * Keeps every call of a kind waiting, as a slow line or a busy server does.
 * @returns lets those through that wait, and all that come later; given an answer, it answers those that wait with it.
 */
export async function hold(page: Page, url: string | RegExp, method?: string) {
  const waiting: Route[] = [];
  const catching = async (route: Route) => {
    if (method && route.request().method() !== method) return route.fallback();
    waiting.push(route);
  };
  await page.route(url, catching);
  return async (answer?: Parameters<Route["fulfill"]>[0]): Promise<void> => {
    // What a press came to may show before its call is on its way.
    if (answer) await expect.poll(() => waiting.length).toBeGreaterThan(0);
    // First, as a call of a page that nothing is held for any more goes on by itself.
    await Promise.all(waiting.map((route) => (answer ? route.fulfill(answer) : route.continue()).catch(() => {})));
    await page.unroute(url, catching);
  };
}

/** What the server says when it refuses something for a reason of its own. */
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

/** What the server says when it fails. Unlike a refusal with 503 or a lost connection, nothing asks again by itself. */
export const failure = { status: 500, contentType: "application/problem+json", body: "{}" };
