/** "2026-11-22": the day on which terms, events and deadlines turn. */
export const londonDate = (moment: Date): string => moment.toLocaleDateString("en-CA", { timeZone: "Europe/London" });
