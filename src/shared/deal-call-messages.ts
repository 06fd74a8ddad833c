export const dealCallMessages = {
  required: "This field is required",
  moment: "Give a date and a time",
  order: "A call ends after it begins, and within 8 hours",
  address: "Give the address to join at, beginning with https://",
  tooLong: (most: number) => `At most ${most.toLocaleString("en-GB")} characters`,
  past: "This time is over; choose a later one",
  notPlanned: "A call is planned once a deal is being prepared, and until it is completed",
  changedMeanwhile: "Somebody else has changed this call meanwhile. Please look at it again.",
  closed: "This call is over or cancelled",
  tooEarly: "The link opens a quarter of an hour before the call, for whoever asked to join",
  /** In calendars, which other people read: without the company's name. */
  calendarTitle: (club: string) => `${club}: founder call`,
  /** Kept with the tick, word for word. */
  request: "I ask to join this call with the founders. I know that they want my money and that I could lose all of it.",
} as const;
