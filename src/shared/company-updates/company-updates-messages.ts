import { daysToSend } from "./company-quarters.ts";

/** In the order in which they are asked and drawn. */
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

/** Of a company and a quarter. */
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
/** Of a letter that no update names. */
export const letterDays = 30;

export const companyUpdateMessages = {
  pounds: "Enter pounds, such as 310,000",
  percent: "Enter per cent, such as 104 or 72.5",
  whole: "Enter a whole number",
  tooLarge: "That is too large",
  nothing: "Write a text, attach a letter or give at least one number",
  letterTooLarge: "Please send at most 10 MB.",
  required: "Please fill this in",

  linkInvalid:
    "This link is not one of ours, or it was cut off. Open it from the email again, or ask the club for a new one.",
  linkExpired: (day: string) => `This link worked until ${day}. Ask the club for a new one.`,
  linkUsed: (day: string) =>
    `This link has been used: the update was sent on ${day}. If something in it is wrong, tell the club.`,
  letterGone: "The letter is not there any more. Please attach it again.",
  notOwed: "That quarter is not over yet, or members did not hold shares of the company then.",
  changedMeanwhile: "There is a newer version of this quarter. Yours was not saved.",
  notNewest: "There is a newer version of this quarter, or this one is published.",
  sentAlready: "The founder has sent the update for this quarter. Correct it here if it is wrong.",
  noContact: "No founder of this company has an email address. Add one at the Deal Desk.",
} as const;

/** The founder's page. */
export const updatePageMessages = {
  title: "Company update",
  loading: "Reading the link",
  heading: (company: string) => `How did ${company} do?`,
  lead: (quarter: string, until: string) =>
    `The ${quarter}, for those who hold your shares through the club. Six numbers and a few lines are enough. The link works once, until ${until}; what you type is kept in this tab until you send it.`,
  figures: "The six numbers",
  figuresHint: "Leave out what you do not measure.",
  text: "What happened",
  textHint: "Good and bad, in plain words. Members read it as you write it.",
  offer: "Is there anything that members could buy?",
  offerHint:
    "A new round, shares for sale, a loan. Write it here and not above: by law it is shown only to members with a current investor statement. Otherwise leave it empty.",
  letter: "Your letter as a PDF",
  letterHint: "If you write one. At most 10 MB.",
  letterChoose: "Choose a PDF",
  letterDrop: "or drop it here",
  letterAttached: (name: string) => `Attached: ${name}`,
  letterReplace: "Replace it",
  letterRemove: "Remove it",
  letterSending: "Sending the letter",
  letterFailed: "The letter was not attached",
  preview: "Preview",
  previewTitle: "As members will see it",
  previewText: "The club reads it before members do. Nothing is sent yet.",
  change: "Change it",
  send: "Send",
  sending: "Sending...",
  failed: "The update was not sent",
  doneTitle: "Thank you, it is sent",
  doneText:
    "The club reads your update and then shows it to the members who hold your shares. You can close this page.",
  invalidTitle: "This link does not work",
  readFailed: "The link could not be read",
  home: "To the home page",
} as const;

/** A company's page, for those who hold its shares. */
export const memberUpdateMessages = {
  title: "The company’s six numbers",
  sent: (quarter: string, day: string) => `${quarter}, sent ${day}`,
  corrected: (day: string) => `corrected ${day}`,
  missed: (quarters: string) => `The company sent nothing for the ${quarters}.`,
  offer: "Offered by the company",
  offerWarning:
    "This is an offer of the company, shown because your investor statement is current. Do not invest unless you are prepared to lose all of it.",
  letter: "Quarterly letter",
  older: "Older updates",
  quarter: "Quarter",
  notGiven: "not given",
  empty: "The company has sent no update yet. It is asked after each quarter.",
  failed: "The company’s updates could not be loaded",
  /** The chart in words. */
  chart: (label: string, from: string, first: string, to: string, last: string) =>
    `${label}: ${first} in ${from}, ${last} in ${to}`,
  chartOfOne: (label: string, at: string, value: string) => `${label}: ${value} in ${at}`,
} as const;

/** The admins' screens. */
export const updateDeskMessages = {
  label: "Company updates",
  caption: "Companies whose shares members hold",
  fetchFailed: "The companies could not be loaded",
  emptyTitle: "No company yet",
  emptyText: "Once a deal is complete, its company is asked for an update after each quarter.",
  company: "Company",
  latest: "Last published",
  quarterNow: "Last quarter",
  missed: "Missed",
  none: "None",
  back: "All companies",
  askedText: (name: string, days: number) =>
    `After each quarter ${name} gets a link by email, once more after ${days} days. The link works for ${linkDays} days and for one update.`,
  notAskedText: "The company is not asked, and no further quarter counts as missed.",
  stopAsking: "Stop asking",
  startAsking: "Ask again each quarter",
  askingChanged: "Saved",
  ask: "Ask now",
  askAgain: "Ask again",
  askedNow: "The founder gets a link by email",
  askedOn: (day: string) => `Asked ${day}`,
  remindedOn: (day: string) => `reminded ${day}`,
  linkUntil: (day: string) => `link works until ${day}`,
  enter: "Enter by hand",
  correct: "Correct",
  publish: "Publish",
  publishing: "Publishing...",
  published: "Published: those who hold shares are told",
  publishTitle: "Publish this update?",
  publishText:
    "Those who hold shares of the company are told by a notice and an email without figures. Read the text and the letter first: what offers something to buy belongs in the field for offers, and in no letter.",
  cancel: "Cancel",
  save: "Save",
  saving: "Saving...",
  saved: "Saved. Publish it when you have read it",
  failed: "That did not work",
  formTitle: (quarter: string) => `Update for the ${quarter}`,
  fromFounder: "From the founder",
  fromAdmin: "Entered by an admin",
  version: (number: number) => `Version ${number}`,
  sentOn: (day: string) => `sent ${day}`,
  publishedOn: (day: string) => `published ${day}`,
  dueBy: (day: string) => `Due by ${day}, ${daysToSend} days after the quarter.`,
  missedSince: (day: string) => `Nothing came by ${day}.`,
  loading: "Loading the company’s updates",
  companyFailed: "The company’s updates could not be loaded",
  noQuarter: "The first quarter is not over yet.",
} as const;
