import { type BankFormat, bankFileMessages as messages } from "#shared/funds/bank-files-messages.ts";

export const bankFileLimits = { bytes: 2 * 1024 * 1024, lines: 5000, text: 200 } as const;

export interface BankFileLine {
  /** Its place in the file, where the header is usually line 1. */
  line: number;
  /** "2027-01-26", as the bank dates it. */
  date: string;
  payer: string;
  /** The text is empty where the bank has one text for both: it is then the payer's. */
  reference: string;
  /** Never 0; negative for payments out. */
  amount_pence: number;
  /** The balance is that after the line. */
  balance_pence: number | null;
  /** The bank's own. */
  id: string | null;
  /** Whether it is here already, where an admin was asked. */
  is_same?: boolean;
}

export interface BankFileContent {
  format: BankFormat;
  /** Eight digits, where the file says them. */
  account_number: string | null;
  /** Six digits. */
  sort_code: string | null;
  /** Its last digits, where the file hides the others: "****12345". */
  account_end: string | null;
  /** The oldest first. */
  lines: BankFileLine[];
  /** A file without balances has null here. */
  opening_balance_pence: number | null;
  closing_balance_pence: number | null;
  /** Lines of payments that are not completed, by what the file says of them. */
  left_out_lines: { line: number; state: string }[];
  /** These are the saved columns' titles with text that nobody named. */
  left_out_columns: string[];
  lines_above_header: number;
  /** Such as opening balances, a repeated header, and words below the payments. */
  lines_without_payment: number;
  /** Lines of £0.00, such as the check of a card: they move nothing. */
  zero_lines: number;
}

/** Why nothing of a file is imported, in words for the screen. */
export class BankFileError extends Error {
  override name = "BankFileError";
  readonly code: "unknown_bank_format" | "balance_gap" | "invalid_body";
  /** The header's, with `unknown_bank_format`: an admin says which is which. */
  readonly columns: readonly string[];
  constructor(code: BankFileError["code"], message: string, columns: readonly string[] = []) {
    super(message);
    this.code = code;
    this.columns = columns;
  }
}

export const invalid = (message: string) => new BankFileError("invalid_body", message);

/** Some banks write an apostrophe before a text, against spreadsheets that would run it. */
export const clean = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .replace(/^'\s*/, "")
    .slice(0, bankFileLimits.text)
    .toWellFormed();

export const shown = (text: string): string => clean(text).slice(0, 40);

export function assertNoGap(lines: BankFileLine[]): void {
  const gap = findGap(lines);
  if (gap) throw new BankFileError("balance_gap", messages.balanceGap(...gap));
}

/** @returns the line, the line before it, what the balance should be, and what it is. */
export function findGap(lines: BankFileLine[]): [number, number, number, number] | undefined {
  let known: { line: number; pence: number } | undefined;
  for (const { line, amount_pence, balance_pence } of lines) {
    const expected = known && known.pence + amount_pence;
    if (known && expected !== undefined && balance_pence !== null && balance_pence !== expected)
      return [line, known.line, expected, balance_pence];
    if (balance_pence !== null) known = { line, pence: balance_pence };
    else if (known && expected !== undefined) known = { line, pence: expected };
  }
  return undefined;
}
