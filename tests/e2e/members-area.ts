import type { Locator, Page } from "@playwright/test";
import type { RunningApp } from "../support/running-app.ts";

/** Of Member Events. */
export const eventRow = (page: Page, title: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name: title, exact: true }) });

/** Other journeys count what a club begins with; what is answered is not deleted before its answers. */
export async function removeEvents({ db }: RunningApp, ids: string[]): Promise<void> {
  await db.deleteFrom("event_places").where("event_id", "in", ids).execute();
  await db.deleteFrom("content_items").where("id", "in", ids).execute();
}

/** From the directory. @returns the panel with the profile. */
export async function openProfile(page: Page, name: string): Promise<Locator> {
  await page.goto("/#/members?tab=directory");
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("link", { name: `View profile of ${name}` }).tap();
  return page.getByRole("dialog", { name });
}
