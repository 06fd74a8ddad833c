const completed = [
  ...["completed", "complete", "settled", "cleared", "posted", "booked", "success", "successful", "succeeded", "paid"],
  ...["executed", "processed", "done"],
];
const notCompleted = [
  ...[
    "pending",
    "reverted",
    "reversed",
    "declined",
    "failed",
    "cancelled",
    "canceled",
    "rejected",
    "returned",
    "expired",
  ],
  ...["created", "processing", "scheduled", "blocked", "authorised", "authorized", "draft", "upcoming", "refused"],
];

/** Whether a payment happened, by its bank's word. @returns undefined for a word that banks do not write. */
export function isCompleted(word: string): boolean | undefined {
  const plain = word.toLowerCase();
  if (completed.includes(plain)) return true;
  return notCompleted.includes(plain) ? false : undefined;
}

const debits = ["debit", "dr", "d", "out", "paid out", "money out", "dbit", "-"];
const credits = ["credit", "cr", "c", "in", "paid in", "money in", "crdt", "+"];

/** Whether money went out, by its bank's word. @returns undefined for another word. */
export function isDebit(word: string): boolean | undefined {
  const plain = word.toLowerCase();
  if (debits.includes(plain)) return true;
  return credits.includes(plain) ? false : undefined;
}

/** Whether the title of a column names money other than pounds: "Amount (EUR)", "Saldo €". */
export function findOtherCurrency(title: string): boolean {
  const [, inBrackets] = /\(([A-Z]{3})\)/.exec(title) ?? [];
  const [, atEnd] = /\s([A-Z]{3})$/.exec(title) ?? [];
  const code = inBrackets ?? (common.includes(atEnd ?? "") ? atEnd : undefined);
  return /[€$¥]/.test(title) || (code !== undefined && code !== "GBP" && currencies.has(code));
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** Without brackets a word in capitals can be anything. */
const common = [
  "EUR",
  "USD",
  "CHF",
  "JPY",
  "AUD",
  "CAD",
  "NZD",
  "SEK",
  "NOK",
  "DKK",
  "PLN",
  "SGD",
  "HKD",
  "AED",
  "ZAR",
  "INR",
];
