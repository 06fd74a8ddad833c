/** The figures are in the order in which they are asked and drawn. */
export const figureNames = [
  "arr_pence",
  "nrr_bp",
  "gross_margin_bp",
  "net_burn_pence",
  "runway_months",
  "headcount",
] as const;
export type FigureName = (typeof figureNames)[number];
export const figureLabels: Record<FigureName, string> = {
  arr_pence: "Recurring revenue a year",
  nrr_bp: "Net revenue kept",
  gross_margin_bp: "Gross margin",
  net_burn_pence: "Spent a month, net",
  runway_months: "Months of money left",
  headcount: "People",
};
export const figureHints: Record<FigureName, string> = {
  arr_pence: "In pounds: what contracts of today bring in a year.",
  nrr_bp: "In per cent: what the customers of a year ago pay now, against what they paid then.",
  gross_margin_bp: "In per cent of revenue.",
  net_burn_pence: "In pounds. With a minus if more comes in than goes out.",
  runway_months: "In whole months. Leave it empty if you earn more than you spend.",
  headcount: "Everybody you employ, on the last day of the quarter.",
};

export const updateStates = ["not_asked", "awaited", "to_publish", "published", "missed"] as const;
export type UpdateState = (typeof updateStates)[number];
export const updateStateLabels: Record<UpdateState, string> = {
  not_asked: "Not asked",
  awaited: "Awaited",
  to_publish: "To publish",
  published: "Published",
  missed: "Missed",
};

export const maximumLetterBytes = 10 * 1024 * 1024;
/** A link of the mail. */
export const linkDays = 30;
export const daysToReminder = 14;
/** A letter that no update names is kept for so long. */
export const letterDays = 30;

export const companyUpdateMessages = {
  pounds: "Enter pounds, such as 310,000",
  percent: "Enter per cent, such as 104 or 72.5",
  whole: "Enter a whole number",
  tooLarge: "That is too large",
  nothing: "Write a text, attach a letter or give at least one number",
  letterTooLarge: "Please send at most 10 MB.",
  required: "Please fill this in",

  linkUsed: (day: string) =>
    `This link has been used: the update was sent on ${day}. If something in it is wrong, tell the club.`,
  letterGone: "The letter is not there any more. Please attach it again.",
  notOwed: "That quarter is not over yet, or members did not hold shares of the company then.",
  changedMeanwhile: "There is a newer version of this quarter. Yours was not saved.",
  notNewest: "There is a newer version of this quarter, or this one is published.",
  sentAlready: "The founder has sent the update for this quarter. Correct it here if it is wrong.",
  noContact: "No founder of this company has an email address. Add one in Admin → Companies.",
} as const;

/** The founder's page. */
export const updatePageMessages = {
  letterAttached: (name: string) => `Attached: ${name}`,
} as const;

/** A company's page, for those who hold its shares. */
export const memberUpdateMessages = {
  title: "The company’s six numbers",
  letter: "Quarterly letter",
  notGiven: "not given",
  /** The chart in words. */
  chart: (label: string, from: string, first: string, to: string, last: string) =>
    `${label}: ${first} in ${from}, ${last} in ${to}`,
  chartOfOne: (label: string, at: string, value: string) => `${label}: ${value} in ${at}`,
} as const;

/** The admins' screens. */
export const updateDeskMessages = {
  saving: "Saving...",
  failed: "That did not work",
  noQuarter: "The first quarter is not over yet.",
} as const;
