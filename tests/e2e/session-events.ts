import type { Page } from "@playwright/test";

/** What the page's session module tells of from now on, as its log shows it. */
export function heardEvents(page: Page): string[] {
  const events: string[] = [];
  page.on("console", (message) => {
    const [, event] = /^Session ([A-Z_]+)$/.exec(message.text()) ?? [];
    if (event) events.push(event);
  });
  return events;
}
