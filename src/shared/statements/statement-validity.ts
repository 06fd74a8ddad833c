import { addDays } from "#shared/add-days.ts";
import { retainUntil } from "#shared/investor-records/retain-until.ts";

/** Of a statement signed on a London day: a year later less a day, as the database works it out. */
export const goodThrough = (signedOn: string): string => addDays(retainUntil(signedOn, 1, signedOn) ?? signedOn, -1);

const daysBefore = [60, 30, 7, 1] as const;

/** Returns the days of reminders before its last day. */
export const reminderDays = (validThrough: string): string[] => daysBefore.map((days) => addDays(validThrough, -days));
