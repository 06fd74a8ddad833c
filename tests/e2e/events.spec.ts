import { readFile } from "node:fs/promises";
import { downloadFrom } from "./page-actions.ts";
import { expect, signInAsMember, test } from "./test.ts";

const address = "/#/members?tab=events";
const dinner = "Members' dinner and founder pitches";

test("A member sees two upcoming events and one past event, and adds one to a calendar", async ({ page }) => {
  await signInAsMember(page, address);
  const events = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(events).toHaveCount(3);
  await expect(page.getByText("Upcoming", { exact: true })).toHaveCount(2);
  await expect(page.getByText("Completed", { exact: true })).toHaveCount(1);
  const first = events.filter({ hasText: dinner });
  await expect(first).toContainText("18:30–21:30");
  await expect(first).toContainText("The Long Room, Clerkenwell, London");
  await expect(first).toContainText("16 places, all taken");
  await expect(first).toContainText("Three founders, ten minutes each");
  await expect(first).not.toContainText("London time");
  await expect(page.getByRole("link", { name: /^Add to calendar/ })).toHaveCount(2);

  const file = await downloadFrom(page.getByRole("link", { name: /^Add to calendar\s*Members' dinner/ }));
  expect(file.suggestedFilename()).toBe("autumn-dinner.ics");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(text).toContain(`SUMMARY:${dinner}\r\n`);
});

test.describe("In the New York time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("A member in New York sees both London time and local time", async ({ page }) => {
    await signInAsMember(page, address);
    const event = page.getByRole("listitem").filter({ hasText: dinner });
    await expect(event).toContainText("18:30–21:30 London time");
    // Around clock changes the offset differs by an hour for two weeks.
    await expect(event).toContainText(/Your time: 1[34]:30–1[67]:30 Eastern (Standard|Daylight) Time/);
  });
});
