import type { ContrastProblem } from "./colour-contrast.ts";

/** What decides who is offered deals, at what price and under which words: a change is told to all other admins. */
export const toldSettings = {
  deals: "Deals",
  deal_texts: "Deal warnings",
  nominee: "Nominee",
  fee_account: "Account for fees",
  terms: "Fees and minimum",
  warnings: "Risk warnings",
} as const;
export type ToldSetting = keyof typeof toldSettings;
export const isTold = (key: string): key is ToldSetting => Object.hasOwn(toldSettings, key);

/** Words of Admin → Settings. */
export const settingsMessages = {
  required: "Please fill this in",
  atMost: (length: number) => `Please use at most ${length} characters`,
  addressLines: "Please use at most 8 lines",
  features: "Please list at most 12 features",
  feeAsFeature:
    "Please remove this line: the plan shows its fee from Fees and minimum, with no annual fee and no carry",
  wholePence: "Please enter an amount in whole pence",
  wholeNumber: "Please enter a whole number",
  notNegative: "Please enter 0 or more",
  atLeastOne: "Please enter 1 or more",
  countOrRange: "Please enter a whole number or a range that rises, like 8 or 6-12",
  tooMuch: "Please enter a smaller number",
  unknownValue: (name: string, values: readonly string[]) =>
    `{${name}} is not filled in. Please use ${values.map((value) => `{${value}}`).join(" or ")}, or leave the braces out`,
  atLeastNumber: (number: number) => `Please enter at least ${number}`,
  atMostNumber: (number: number) => `Please enter at most ${number}`,
  atMostHundred: "Please enter at most 100%",
  percentDigits: "Please use at most two digits after the point",
  date: "Please enter a date",
  formsMissing: "Install both statement forms and have them signed off first (Admin → Statements → Forms)",
  privacyContradicts:
    "The privacy page still says that the newsletter box sends nothing. Change that sentence in Content, publish the page, and save this again",
  selector: "Please enter the name alone, such as selector1: letters, digits, dots and hyphens",
  agesAscend: "Please enter more months than for the age before it",
  country: (typed: string) =>
    `“${typed}” is not two letters. Please enter a country’s two letters, like GB, each on a line of its own`,
  unitedKingdom: "The two letters of the United Kingdom are GB, not UK",
  unknownCountry: (code: string) => `${code} is no country’s two letters. Please enter those of ISO 3166, like GB`,
  chequesAscend: "Please enter at least the smallest cheque",
  planOrder: "The plans are Trial, Premium and VIP, in this order",
  oneHighlighted: "Please highlight one plan at most",
  firstTerms: "Only the first terms have no date",
  termsOrder: "Please order the terms by their date, each date once",
  termsTwice: "Other terms start on this day. Please choose another day",
  termsInForce: (earliest: string) =>
    `Terms that begin before ${earliest} stay as they are. Please add new ones from ${earliest} or later`,
  termsInPast: (earliest: string) => `New terms start on ${earliest} or later`,
  colour: "Please enter a colour as # and six digits, like #1f4d3a",
  contrast: ({ ratio, required, on, nearest }: ContrastProblem) =>
    `${on} has ${ratio.toFixed(2)} to 1 and needs ${required.toFixed(1)}. The nearest that passes is ${nearest}`,
  unknownFile: "Please upload the picture again",
  tooLargeFile: "This picture is larger than 512 KB. Please choose a smaller one.",
  unreadableFile: "This file is not a picture we can use. Please choose a PNG, JPEG or WebP.",
  narrowLogo: "Please choose a logo that is at least 320 pixels wide",
  unfitIcon: "Please choose a square icon of at least 180 by 180 pixels",
  conflict: {
    text: "Somebody else has saved this meanwhile. Nothing of yours is lost: compare, and save again.",
    keepMine: "Save mine over it",
    takeTheirs: "Take theirs",
  },
  secondPerson: "Another admin confirms what you proposed",
  /** Above the form. */
  needsTwo: "Another admin confirms a change, and it is in force 24 hours later.",
  termsNeedTwo:
    "Another admin confirms new terms, at least 24 hours before the day from which they apply. Terms that are confirmed later have to be proposed again with a later day.",
  confirmTermsBy: (day: string) => `Another admin confirms it by ${day}. Later it has to be proposed again.`,
  withdrawableUntil: (until: string) => `Any admin can withdraw it until ${until}.`,
  keptHours: "Deals whose offer is signed keep the hours that they have.",
  proposes: (name: string, when: string) => `${name} proposed a change on ${when}`,
  proposed: "Proposed. Another admin confirms it, and it is in force 24 hours later.",
  confirmed: "Confirmed. It is in force 24 hours from now.",
  proposedTerms: "Proposed. Another admin confirms it.",
  confirmedAhead: (applies: string) => `Confirmed. ${applies}`,
  withdrawn: "Withdrawn. Nothing has changed.",
  saving: "Saving...",
  saved: "Settings saved",
  followed: "Pages, emails and files follow within seconds.",
  saveFailed: "Failed to save settings",
  discard: "Discard changes",
  restored: "What you had typed is still here, and not saved yet.",
  history: "History",
  termsStates: { ahead: "Upcoming", inForce: "In force", over: "Over" },
} as const;

export const dealTextLabels = {
  headline: "Headline",
  risk: "The risk",
  sender: "Who sends it",
  exemption: "Whom it is for",
} as const;
