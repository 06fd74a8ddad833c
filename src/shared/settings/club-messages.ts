export const eventMessages = {
  addToCalendar: "Add to calendar",
} as const;
