import { type BankFormat, bankFileMessages as messages } from "#shared/bank-files-messages.ts";
import { decodeText } from "#shared/decode-text.ts";
import type { BankMapping } from "#shared/funds.ts";
import { fundsMessages } from "#shared/funds-messages.ts";
import { type CsvRow, readCsvRows } from "../../../platform/csv-rows.ts";
import { type BankColumns, type ColumnPlaces, columnPlaces, findFormat, plainTitle } from "./bank-formats.ts";
import { readAmount, readDate } from "./read-values.ts";

export const bankFileLimits = { bytes: 2 * 1024 * 1024, lines: 5000, text: 200 } as const;

export interface BankFileLine {
  /** Its place in the file, where the header is usually line 1. */
  line: number;
  /** "2027-01-26", as the bank dates it. */
  date: string;
  payer: string;
  /** Empty where the bank has one text for both: then it is the payer's. */
  reference: string;
  /** Never 0; negative for payments out. */
  amount_pence: number;
  /** After the line. */
  balance_pence: number | null;
  /** The bank's own. */
  id: string | null;
}

export interface BankFileContent {
  format: BankFormat;
  /** Eight digits, where the file says them. */
  account_number: string | null;
  /** The oldest first. */
  lines: BankFileLine[];
  /** Null where the file has no balances. */
  opening_balance_pence: number | null;
  closing_balance_pence: number | null;
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

const invalid = (message: string) => new BankFileError("invalid_body", message);

/** All of a bank's CSV file, or nothing of it. @throws BankFileError */
export function readBankFile(bytes: Uint8Array, mapping?: BankMapping): BankFileContent {
  if (bytes.byteLength > bankFileLimits.bytes) throw invalid(fundsMessages.fileTooLarge);
  const text = decodeText(bytes);
  if (text === undefined) throw invalid(messages.notText);
  const [header, ...rows] = readCsvRows(text, bankFileLimits.lines, {
    openQuote: (line) => invalid(messages.openQuote(line)),
    tooMany: () => invalid(fundsMessages.tooManyRows),
  });
  if (!header) throw invalid(messages.noLines);
  const titles = withoutBlankEnd(header.cells).map((title) => title.trim());
  const places = columnPlaces(titles);
  const columns = findFormat(places, mapping);
  if (!columns) throw unknownFormat(titles);
  const records = rows.map((row) => toRecord(row, titles.length, places)).filter(isCounted(columns));
  if (records.length === 0) throw invalid(messages.noLines);
  assertOneAccount(records, columns);
  const lines = oldestFirst(records.map((record) => toLine(record, columns)));
  assertDistinct(lines);
  assertNoGap(lines);
  const moved = lines.filter(({ amount_pence }) => amount_pence !== 0);
  if (moved.length === 0) throw invalid(messages.noLines);
  return {
    format: columns.format,
    account_number: accountNumber(columns.account ? records[0]?.cell(columns.account) : undefined),
    lines: moved,
    ...balancesOf(lines),
  };
}

function unknownFormat(titles: string[]): BankFileError {
  const columns = titles.slice(0, 60).map(clean);
  return new BankFileError("unknown_bank_format", fundsMessages.unknownFormat, columns);
}

const withoutBlankEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

interface BankRecord {
  line: number;
  /** Trimmed; empty without a column of this name. */
  cell: (name: string) => string;
}

/** A comma in a text without quotation marks, or a line that is cut off, would move amounts to other columns. */
function toRecord({ line, cells }: CsvRow, width: number, places: ColumnPlaces): BankRecord {
  const filled = withoutBlankEnd(cells).length;
  if (cells.length < width || filled > width)
    throw invalid(messages.columnsDiffer(line, Math.max(filled, Math.min(cells.length, width)), width));
  return { line, cell: (name) => (cells[places.get(plainTitle(name)) ?? -1] ?? "").trim() };
}

const isCounted =
  ({ state }: BankColumns) =>
  ({ cell }: BankRecord): boolean =>
    !state || cell(state[0]) === state[1];

function assertOneAccount([first, ...others]: BankRecord[], { account }: BankColumns): void {
  if (!account || !first) return;
  const other = others.find(({ cell }) => cell(account) !== first.cell(account));
  if (other) throw invalid(messages.otherAccount(other.line, first.line));
}

/** Some banks have the sort code before it. */
const accountNumber = (text = ""): string | null => /\d{8}$/.exec(text.replaceAll(/\D/g, ""))?.[0] ?? null;

function toLine({ line, cell }: BankRecord, columns: BankColumns): BankFileLine {
  const firstFilled = (names: string[]) => names.map(cell).find(Boolean) ?? "";
  const currency = columns.currency ? cell(columns.currency) : "GBP";
  if (currency !== "GBP") throw invalid(messages.otherCurrency(line, shown(currency)));
  const dateText = firstFilled(columns.date);
  const date = readDate(dateText, columns.dateOrder);
  if (!date) throw invalid(messages.unreadableDate(line, shown(dateText)));
  const balance = columns.balance ? cell(columns.balance) : "";
  return {
    line,
    date,
    payer: clean(firstFilled(columns.payer)),
    reference: clean(firstFilled(columns.reference)),
    amount_pence: amountOf(line, cell, columns.amount),
    balance_pence: balance ? penceIn(line, balance) : null,
    id: (columns.id && clean(cell(columns.id))) || null,
  };
}

function amountOf(line: number, cell: BankRecord["cell"], columns: BankColumns["amount"]): number {
  if (Array.isArray(columns)) return penceIn(line, columns.map(cell).find(Boolean) ?? "");
  const texts = [cell(columns.paidIn), cell(columns.paidOut)];
  const [paidIn = 0, paidOut = 0] = texts.map((text) => (text ? penceIn(line, text) : 0));
  if (texts.join("") === "" || (paidIn !== 0 && paidOut !== 0)) throw invalid(messages.noAmount(line));
  const negative = texts.find((_, place) => ((place === 0 ? paidIn : paidOut) ?? 0) < 0);
  if (negative !== undefined) throw invalid(messages.unreadableAmount(line, shown(negative)));
  return paidOut === 0 ? paidIn : -paidOut;
}

function penceIn(line: number, text: string): number {
  const pence = readAmount(text);
  if (pence === undefined) throw invalid(messages.unreadableAmount(line, shown(text)));
  return pence;
}

/** Some banks write an apostrophe before a text, against spreadsheets that would run it. */
const clean = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .replace(/^'\s*/, "")
    .slice(0, bankFileLimits.text)
    .toWellFormed();

/** In a message. */
const shown = (text: string): string => clean(text).slice(0, 40);

/** Where the days do not say in which order a file is, its balances do. */
function oldestFirst(lines: BankFileLine[]): BankFileLine[] {
  const turned = lines.toReversed();
  const isNewestFirst = (lines[0]?.date ?? "") > (turned[0]?.date ?? "");
  const [likely, other] = isNewestFirst ? [turned, lines] : [lines, turned];
  return findGap(likely) && !findGap(other) ? other : likely;
}

function assertNoGap(lines: BankFileLine[]): void {
  const gap = findGap(lines);
  if (gap) throw new BankFileError("balance_gap", messages.balanceGap(...gap));
}

/** @returns the line, the line before it, what the balance should be, and what it is. */
function findGap(lines: BankFileLine[]): [number, number, number, number] | undefined {
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

/** Before the first line and after the last. */
function balancesOf(lines: BankFileLine[]): Pick<BankFileContent, "opening_balance_pence" | "closing_balance_pence"> {
  const place = lines.findIndex(({ balance_pence }) => balance_pence !== null);
  const known = lines[place]?.balance_pence;
  if (known == null) return { opening_balance_pence: null, closing_balance_pence: null };
  const sum = (some: BankFileLine[]) => some.reduce((total, { amount_pence }) => total + amount_pence, 0);
  const opening = known - sum(lines.slice(0, place + 1));
  return { opening_balance_pence: opening, closing_balance_pence: opening + sum(lines) };
}

/** Two lines with one number would be kept as one. */
function assertDistinct(lines: BankFileLine[]): void {
  const places = new Map<string, number>();
  for (const { id, line } of lines.toSorted((one, other) => one.line - other.line)) {
    const first = id === null ? undefined : places.get(id);
    if (first !== undefined) throw invalid(messages.repeatedId(line, first));
    if (id !== null) places.set(id, line);
  }
}
