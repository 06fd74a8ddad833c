import type { Page } from "@playwright/test";

/** Session events from the console log. */
export function heardEvents(page: Page): string[] {
  const events: string[] = [];
  page.on("console", (message) => {
    const [, event] = /^Session ([A-Z_]+)$/.exec(message.text()) ?? [];
    if (event) events.push(event);
  });
  return events;
}
