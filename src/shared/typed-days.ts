/** Of a day that somebody types: what is past cannot be to come, nor what is to come be past. */
export const typedDayMessages = {
  future: "Choose today or an earlier day",
  past: "Choose today or a later day",
} as const;
