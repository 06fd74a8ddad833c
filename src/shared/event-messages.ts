export const eventMessages = {
  addToCalendar: "Add to calendar",
  londonTime: "London time",
  yourTime: "Your time",
} as const;
