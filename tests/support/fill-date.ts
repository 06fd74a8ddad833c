import type { Locator, Page } from "@playwright/test";

/** The boxes of a date, by its label, whether or not it may be left empty. */
export const dateBoxes = (scope: Page | Locator, label: string) =>
  scope.getByRole("group", { name: new RegExp(`^${label}( optional)?$`) });

/** Box by box, as people do. @param value "2027-01-26", or "2027-01-26T12:00" where a time is asked. */
export async function fillDate(scope: Page | Locator, label: string, value: string): Promise<void> {
  const boxes = dateBoxes(scope, label);
  const [date = "", time] = value.split("T");
  const [year = "", month = "", day = ""] = date.split("-");
  await boxes.getByLabel("Day", { exact: true }).fill(day);
  await boxes.getByLabel("Month", { exact: true }).fill(month);
  await boxes.getByLabel("Year", { exact: true }).fill(year);
  if (time) await boxes.getByLabel("Time", { exact: true }).fill(time);
}
