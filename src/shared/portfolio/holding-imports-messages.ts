/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { firstSchemeDay } from "#shared/portfolio/tax-dates.ts";
import { tableFileMessages } from "#shared/tables/messages.ts";

export const holdingImportLimits = { bytes: 2 * 1024 * 1024, lines: 5000 } as const;

export const holdingLineKinds = ["holding", "distribution"] as const;
export type HoldingLineKind = (typeof holdingLineKinds)[number];
export const holdingLineStates = ["new", "known", "faulty"] as const;
export const holdingImportStates = ["proposed", "confirmed", "refused", "undone"] as const;
export type HoldingImportState = (typeof holdingImportStates)[number];

export const holdingLineKindLabels: Record<HoldingLineKind, string> = {
  holding: "Holding",
  distribution: "Distribution",
};
export const holdingImportStateLabels: Record<HoldingImportState, string> = {
  proposed: "Waits for a second admin",
  confirmed: "Confirmed",
  refused: "Refused",
  undone: "Taken back",
};

/** The file may have these titles in any letter case and order. */
export const holdingColumns = {
  kind: "Kind",
  email: "Email",
  company: "Company",
  share_class: "Share class",
  shares: "Shares",
  price: "Price",
  cost: "Cost",
  fee: "Fee",
  acquired_on: "Acquired on",
  scheme: "Relief",
  uir: "UIR",
  certificate_on: "Certificate on",
  gross: "Gross",
  costs: "Costs",
  paid_on: "Paid on",
} as const;
export type HoldingColumn = keyof typeof holdingColumns;

export const holdingFileMessages = {
  tooLarge: "This file is larger than 2 MB. Please split it.",
  tooManyLines: "This file has more than 5,000 lines. Please split it.",
  notText: "This is not a text file. Please save the table as CSV.",
  noLines: "This file has no line below its header.",
  noColumns: (names: readonly string[]) =>
    `No column of this file is named ${names.join(", ")}. Say which columns they are, or name them as the example does.`,
  twiceColumn: (name: string) => `The column ${name} is there twice.`,
  openQuote: (line: number) => `Line ${line} has a quotation mark without its second one.`,
  faulty: (count: number) =>
    count === 1
      ? "One line has a fault. Mend it in the file and choose the file again."
      : `${count.toLocaleString("en-GB")} lines have faults. Mend them in the file and choose the file again.`,
  nothingNew: "Every line of this file was proposed or imported before.",
  known: "This file was imported before.",
  proposed: "This file was proposed before. It waits for another admin to confirm it: see the imports below.",
  changed: "Another import has one of these lines since. Choose the file again.",
} as const;

/** What is wrong with a line, and what to do. */
export const holdingLineMessages = {
  kind: "Kind: write holding or distribution, or leave it empty for a holding",
  required: (name: string) => `${name}: is missing`,
  invisible: (title: string) => `${title}: remove the invisible characters, or type it anew`,
  currency: (currency: string) => `Is in "${currency}". Write what was paid in pounds, and leave the currency out`,
  tooLong: (name: string, most: number) => `${name}: use at most ${most} characters`,
  email: "Email: write the address that the member signs in with",
  shares: "Shares: write a whole number above 0, without decimals",
  price: "Price: write pounds for a share, with up to six decimals, such as 1.25",
  unsurePrice: (example: string) => `Price: write it like ${example}`,
  amount: (name: string) => `${name}: write pounds and pence, such as 1,250.00`,
  negative: (name: string) => `${name}: write an amount of £0.00 or more`,
  nothing: (name: string) => `${name}: write an amount above £0.00`,
  day: (name: string) => `${name}: write a day such as 2024-03-15 or 15/03/2024`,
  schemeTooEarly: `Scheme: rates and limits are known here for shares acquired from ${formatDay(firstSchemeDay)} on. Leave it empty`,
  monthFirst: (name: string) => `${name}: ${tableFileMessages.monthFirst}`,
  inFuture: (name: string, day: string) => `${name}: ${formatDay(day)} is in the future`,
  checkYear: (name: string, day: string) => `${name}: ${formatDay(day)} is long ago. Please check the year`,
  convertibleNote:
    "Share class: a convertible loan note is a loan and not handled here yet. Take the line out until it has become shares",
  scheme: "Relief: write SEIS, EIS or none",
  certificateWithoutScheme: "UIR and Certificate on: only shares with SEIS or EIS have them",
  beforeAcquired: "Certificate on: is before the shares were acquired",
  cost: (cost: number, product: number, price: string) =>
    `Cost: ${formatPence(cost)} is not shares × price, ${formatPence(product)}. Correct one of them; £${price} a share makes this cost`,
  costsTooHigh: "Costs: are more than was paid",
  notOfKind: (name: string, kind: string) => `${name}: a ${kind} has none. Leave it empty`,
  distributionOfClass:
    "Share class: a distribution is spread over all shares of the company that the member held. Leave it empty where that is so. Money of one class alone cannot be imported yet",
  tooMuch: "Shares and Price: are more than can be booked",
  unknownMember:
    "Email: nobody has an account with this address. Invite them first, and import the line once they joined",
  notMember: "Email: this person is not a member yet. Decide on their request first, then import the line",
  unknownCompany:
    "Company: no company has this name. Press “Add a company” under Deals first, or write it as under Companies",
  ambiguousCompany: "Company: several companies have this name. Rename one under Companies first",
  noEarlierShares:
    "Company: the member has no imported shares of it on that day. Import those first, or in the same file; what the club’s own rounds bring is an exit",
  differs: (title: string, before: string | null, here: string | null) =>
    `${title}: ${before ?? "none"} there, ${here ?? "none"} here`,
  sameAs: (line: number) => `Is the same as line ${line}. Remove one, or add their shares up in one line`,
} as const;

export const holdingImportMessages = {
  reason: "Please give a reason",
  secondPerson: "Another admin confirms an import.",
  decided: "This import is confirmed or refused already.",
  memberGone: "The account of somebody in this file was deleted. Refuse the import, and import the file without them.",
  noLot: "Shares that a distribution was paid for are not held any more. Refuse the import.",
  exited: "An exit is about these shares. Withdraw it first; once its money has moved the import stays.",
  paidOut: "Another import says what these shares brought. Take that one back first.",
  undoSecondPerson: "Another admin confirms that an import is taken back.",
  undoDecided: "This is decided already, or the import is not confirmed.",
} as const;
