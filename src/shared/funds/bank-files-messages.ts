import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { type ForeignFormat, foreignFormats } from "#shared/tables/foreign-formats.ts";

/** The key names the bank whose columns a file has; `mapping` is for columns that an admin named. */
export const bankFormatLabels = {
  starling: "Starling",
  lloyds: "Lloyds, Halifax or TSB",
  barclays: "Barclays",
  natwest: "NatWest or RBS",
  monzo: "Monzo Business",
  revolut: "Revolut Business",
  nationwide: "Nationwide",
  hsbc: "HSBC",
  santander: "Santander, or another with Date, Description, Amount and Balance",
  wise: "Wise",
  ofx: "OFX",
  camt: "CAMT.053",
  mt940: "MT940",
  starling_feed: "Starling’s feed",
  mapping: "the saved columns",
} as const;

export type BankFormat = keyof typeof bankFormatLabels;

/** @param format of a file: a bank's, or the name of saved columns; older files only say that columns were saved. */
export const bankFormatName = (format: string): string =>
  format in bankFormatLabels ? bankFormatLabels[format as BankFormat] : `the saved columns “${format}”`;

/**
 * Returns whether lines of a file are booked as it is imported. Where an admin named the columns, or there is no header, only a
 * balance that agreed proves that each column is what it is taken for.
 */
export const isProvenFile = (format: string, hasBalance: boolean): boolean =>
  hasBalance || (format in bankFormatLabels && format !== "mapping" && format !== "hsbc");

export const waitingLineMessages = {
  ownPayment: (name: string | null, hasOther: boolean) => `Own payment of ${name ?? "yours"}: ${otherBooks(hasOther)}`,
  ownPayout: (name: string | null, hasOther: boolean) => `Payment to ${name ?? "you"}: ${otherBooks(hasOther)}`,
  unproven: "No balance of its file shows that the columns are right: look at it, and book it",
  takenBack: "Its booking was taken back: look at it, and book it",
} as const;

const otherBooks = (hasOther: boolean) =>
  hasOther ? "another admin books it" : "another admin books it, and there is none. Propose one under People → Admins";

const nothing = "Nothing was imported.";
/** What somebody at the screen can do, whatever the bank wrote. */
const look = (line: number) =>
  `Look at line ${line} in the file. If a column was matched wrongly, press Change columns; if not, export these days from the bank again, or correct the line in a copy of the file. ${nothing}`;

export const bankFileMessages = {
  /** Of a line after the last one with a balance, in place of a state. */
  onItsWay: "on its way, not counted",
  notText: `This file is no text. Please download CSV or OFX from the bank. ${nothing}`,
  otherFormat: (format: ForeignFormat) => `This is ${foreignFormats[format]}. Please download CSV or OFX. ${nothing}`,
  oneColumn: `This file has no columns that could be read. Choose CSV where the bank lets you export payments. ${nothing}`,
  noLines: `This file has no payments. Choose days with payments where the bank lets you export them. ${nothing}`,
  noStatement: `This CAMT file is no statement of booked payments. Please download CAMT.053, CSV or OFX. ${nothing}`,
  brokenStatement: (line: number) =>
    `The file cannot be read from line ${line} on: it may be cut off. Export these days from the bank again. ${nothing}`,
  documentType: (line: number) =>
    `Line ${line} has a DOCTYPE, with which XML files are not read. Please download CSV, or the file without it. ${nothing}`,
  openBatch: (line: number) =>
    `Line ${line} has several payments as one sum, and their amounts are missing or do not add up to it. Please download CSV, which has each payment. ${nothing}`,
  statementGap: (line: number, opening: number, expected: number, closing: number) =>
    `The payments of the statement at line ${line} lead from ${formatPence(opening)} to ${formatPence(expected)}, and its balance is ${formatPence(closing)}. A payment may be missing: export these days without a filter. ${nothing}`,
  columnsDiffer: (line: number, columns: number, expected: number) =>
    `Line ${line} has ${columns} columns and the header has ${expected}. A text with a comma needs quotation marks, and a file that was cut off lacks its end. ${look(line)}`,
  openQuote: (line: number) => `Line ${line} has a quotation mark that is not closed. ${look(line)}`,
  unreadableDate: (line: number, text: string) =>
    `Line ${line}: "${text}" cannot be read as a date such as 31/01/2027, 2027-01-31 or 31 Jan 2027. ${look(line)}`,
  otherOrder: (line: number, text: string) =>
    `Line ${line}: "${text}" is no date in the order that was chosen for this bank. Change the columns and choose how its dates are written. ${nothing}`,
  unreadableAmount: (line: number, text: string) =>
    `Line ${line}: "${text}" cannot be read as an amount such as 1,234.56 or -10.00. ${look(line)}`,
  noAmount: (line: number) => `Line ${line} has no amount, or is both paid in and paid out. ${look(line)}`,
  otherCurrency: (line: number, currency: string) =>
    `Line ${line} is in "${currency}". Only payments in GBP are read: choose the file of the account in pounds. ${nothing}`,
  otherCurrencyColumn: (title: string) =>
    `The column ${title} is not in pounds. Only payments in GBP are read: choose the file of the account in pounds. ${nothing}`,
  unknownState: (line: number, text: string, title: string) =>
    `Line ${line} says "${text}" in the column ${title}. Only payments that are completed are read, and nobody can tell whether this one is. If the column says something else, press Change columns; if not, choose the days up to the one before it, and the others later. ${nothing}`,
  unknownDirection: (line: number, text: string, title: string) =>
    `Line ${line} says "${text}" in the column ${title}. It should say debit or credit: the amounts have no sign, and nobody can tell whether this one came in or went out. ${look(line)}`,
  unsureFee: (line: number, pence: number, title: string) =>
    `Line ${line} has ${formatPence(pence)} in the column ${title}, and nothing shows whether the amount includes it. Press Change columns, and choose the column of the balance or of the fee. If the file has no balance, export these days with it. ${nothing}`,
  inFuture: (line: number, day: string) =>
    `Line ${line} is of ${day}, which is in the future. Choose the days up to today where the bank lets you export payments; if the date is wrong, correct it in a copy of the file. ${nothing}`,
  inFutureByOrder: (line: number, day: string) =>
    `Line ${line} is of ${day}, which is in the future. The bank may write day and month in another order: choose it under Change columns. ${nothing}`,
  otherAccount: (line: number, first: number) =>
    `Line ${line} is of another account than line ${first}. Choose the account of this deal alone where the bank lets you export payments. ${nothing}`,
  repeatedId: (line: number, first: number) =>
    `Line ${line} has the same transaction number as line ${first}. If the column has no numbers of payments, press Change columns; if the line is there twice, delete it in a copy of the file. ${nothing}`,
  balanceGap: (line: number, previous: number, expectedPence: number, pence: number) =>
    `Line ${line} does not follow from line ${previous}. The balance should be ${formatPence(expectedPence)} and is ${formatPence(pence)}. A line may be missing between them: export these days without a filter. If the column has no balance, press Change columns. ${nothing}`,
} as const;

/** Words of a message on a file whose columns nobody can change: they name no button that is not there. */
export const withoutChange = (message: string): string =>
  message
    .replaceAll(/If [^.;]+, press Change columns; (?:if not, )?(.)/g, (_, next: string) => next.toUpperCase())
    .replaceAll(/(?:If [^.;]+, press Change columns|Press Change columns, and choose [^.]+)\. /g, "");

export type BankLineReason =
  | { code: "fits" }
  | { code: "payment_fits" }
  | { code: "payment_amount" }
  | { code: "exit_amount" }
  | { code: "came_back"; paid_on: string }
  | { code: "taken_back" | "taken_back_paid_on" | "taken_back_sent_on"; amount_pence: number; booked_on: string }
  | { code: "taken_back_which" }
  | { code: "taken_back_later"; on: string }
  | { code: "part"; amount_pence: number; open_pence: number; left_pence: number; is_other_name: boolean }
  | { code: "rest"; earlier_parts: number; is_other_name: boolean }
  | { code: "more"; over_pence: number; open_pence: number; is_other_name: boolean }
  | { code: "nothing_open"; is_other_name: boolean }
  | { code: "other_name" }
  | { code: "reference_cut" }
  | { code: "reference_mistyped" }
  | { code: "no_reference" }
  | { code: "foreign_reference" }
  | { code: "unknown_reference"; reference: string }
  | { code: "several_references" }
  | { code: "nothing_fits" };

/** "£5,000.00 of £11,412.96; £6,412.96 would stay open" */
export function describeBankLineReason(reason: BankLineReason): string {
  const text = textOf(reason);
  return "is_other_name" in reason && reason.is_other_name ? `${text}; the payer has another name` : text;
}

function textOf(reason: BankLineReason): string {
  switch (reason.code) {
    case "fits":
      return "The reference, the amount and the name fit";
    case "payment_fits":
      return "The amount and the name fit a payment that was approved";
    case "payment_amount":
      return "The amount fits one payment that was approved; the name does not";
    case "exit_amount":
      return "The amount is exactly what is still missing of one exit; the payer is not known";
    case "came_back":
      return `It may be the payment of ${formatDay(reason.paid_on)}, which the bank sent back`;
    case "taken_back":
      return `Returned by the bank: takes back the payment of ${formatPence(reason.amount_pence)} of ${formatDay(reason.booked_on)}`;
    case "taken_back_which":
      return "Returned by the bank: several payments of members fit it. Match it with the one that it takes back";
    case "taken_back_paid_on":
      return `The bank took back the payment of ${formatPence(reason.amount_pence)} of ${formatDay(reason.booked_on)}, and the company’s payment is approved or paid. If the bank has not sent that payment, cancel it, and match this line. If the company is paid, the shares stay: the club bears the sum, and asks the member for it`;
    case "taken_back_sent_on":
      return `The bank took back the payment of ${formatPence(reason.amount_pence)} of ${formatDay(reason.booked_on)}, and money of it is to be sent back, or was. Cancel that refund first; if it was paid, the club bears the sum, and asks the member for it`;
    case "taken_back_later":
      return `The bank took it back on ${formatDay(reason.on)}: match that line, and both are booked`;
    case "part":
      return `${formatPence(reason.amount_pence)} of ${formatPence(reason.open_pence)}; ${formatPence(reason.left_pence)} would stay open`;
    case "rest":
      return reason.earlier_parts === 1 ? "The rest, after the first part" : "The rest, after the earlier parts";
    case "more":
      return `${formatPence(reason.over_pence)} more than the ${formatPence(reason.open_pence)} due`;
    case "nothing_open":
      return "Nothing is open for this reference; all of it would be owed back";
    case "other_name":
      return "The reference and the amount fit; the payer has another name";
    case "reference_cut":
      return "The reference lacks its last character; the amount is all that one member still owes, and the name fits";
    case "reference_mistyped":
      return "The reference is mistyped; the amount is all that one member still owes, and the name fits";
    case "no_reference":
      return "There is no reference; the amount is all that one member still owes, and the name fits";
    case "foreign_reference":
      return "The reference is none of ours; the amount is all that one member still owes, and the name fits";
    case "unknown_reference":
      return `Nothing was called with the reference ${reason.reference}`;
    case "several_references":
      return "There are several references in one payment";
    case "nothing_fits":
      return "It has no reference of ours, and nothing open fits its amount and name";
  }
}
