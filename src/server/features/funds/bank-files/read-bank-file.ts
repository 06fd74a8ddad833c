import { decodeText } from "#shared/decode-text.ts";
import { bankColumns } from "#shared/funds/bank-columns.ts";
import { bankFileMessages as messages, withoutChange } from "#shared/funds/bank-files-messages.ts";
import type { BankMapping } from "#shared/funds/funds.ts";
import { fundsMessages } from "#shared/funds/funds-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { findForeignFormat } from "#shared/tables/foreign-formats.ts";
import { type DayOrder, dayOrders, readDay } from "#shared/tables/read-day.ts";
import {
  leftOutColumns,
  readTable,
  type Table,
  TableError,
  type TableProblem,
  type TableRow,
  withoutBlankEnd,
} from "#shared/tables/read-table.ts";
import { plainTitle } from "#shared/tables/titles.ts";
import {
  assertNoGap,
  type BankFileContent,
  BankFileError,
  type BankFileLine,
  bankFileLimits,
  clean,
  findGap,
  invalid,
  shown,
} from "./bank-file.ts";
import { type BankColumns, type ColumnPlaces, columnPlaces, findFormat, findHeaderless } from "./bank-formats.ts";
import { readCamt } from "./read-camt.ts";
import { readMt940 } from "./read-mt940.ts";
import { readOfx } from "./read-ofx.ts";
import { readAmount } from "./read-values.ts";
import { accountAbove, accountOf, joinStatements } from "./statement.ts";

export interface BankFileReading {
  /** The day in London: a bank knows no later payments. */
  today: string;
  mapping?: BankMapping | undefined;
  /** A file without titles is read by what is in its lines: once nobody has named its columns. */
  isWithoutHeader?: boolean;
}

const statementReaders = { ofx: readOfx, camt: readCamt, mt940: readMt940 };

/** All of a bank's file, or nothing of it: CSV, OFX, camt.053 or MT940, as what it says shows. @throws BankFileError */
export function readBankFile(bytes: Uint8Array, reading: BankFileReading): BankFileContent {
  try {
    return readAll(bytes, reading);
  } catch (error) {
    // Columns of a bank that is known cannot be changed, and a statement has none.
    if (!(error instanceof BankFileError) || reading.mapping) throw error;
    throw new BankFileError(error.code, withoutChange(error.message), error.columns);
  }
}

function readAll(bytes: Uint8Array, reading: BankFileReading): BankFileContent {
  if (bytes.byteLength > bankFileLimits.bytes) throw invalid(fundsMessages.fileTooLarge);
  const text = decodeText(bytes);
  const format = findForeignFormat(bytes, text);
  if (text !== undefined && (format === "ofx" || format === "camt" || format === "mt940"))
    return joinStatements(format, statementReaders[format](text), reading.today);
  return readTableFile((text !== undefined && santanderTable(text)) || openTable(bytes), reading);
}

function readTableFile(table: Table, { today, mapping, isWithoutHeader }: BankFileReading): BankFileContent {
  const { titles } = table;
  const places = columnPlaces(titles);
  const columns = findFormat(titles, mapping) ?? (isWithoutHeader ? findHeaderless(table) : undefined);
  if (!columns) throw unknownFormat(titles);
  assertInPounds(columns);
  const records = withoutFooter(table.rows)
    .filter(({ cells }) => !titles.every((title, place) => title === cells[place]))
    .map((row) => toRecord(row, titles.length, places));
  const payments = records.filter((record) => isPayment(record, columns));
  const { counted, leftOut } = withoutOpen(payments, columns, titles);
  if (counted.length === 0) throw invalid(messages.noLines);
  assertOneAccount(counted, columns);
  assertOneSign(counted, columns);
  const direction = columns.direction ?? findDirections(columns, titles, counted);
  const inOrder = withFees(
    withDirections(
      counted.map((record) => toLine(record, columns, today)),
      counted,
      direction,
    ),
    columns.fee,
  );
  assertDistinct(inOrder);
  assertNoGap(inOrder);
  assertKnown(inOrder, columns);
  const lines = inOrder.slice(0, endOfBalances(inOrder));
  const moved = lines.filter(({ amount_pence }) => amount_pence !== 0);
  if (moved.length === 0) throw invalid(messages.noLines);
  return {
    format: columns.format,
    account_end: maskedEnd(table.above),
    ...(columns.account
      ? accountOf(columns.account.map((title) => counted[0]?.cell(title) ?? "").join(" "))
      : accountAbove(table.above.map(({ cells }) => cells.filter(Boolean).join(" ")))),
    lines: moved.map(({ fee_pence: _fee, has_amount: _has, ...line }) => line),
    ...balancesOf(lines),
    left_out_lines: [
      ...leftOut,
      ...inOrder.slice(lines.length).map(({ line }) => ({ line, state: messages.onItsWay })),
    ].toSorted((one, other) => one.line - other.line),
    left_out_columns:
      columns.format === "mapping" ? leftOutColumns(table, readPlaces({ ...columns, direction }, places)) : [],
    lines_above_header: table.above.length,
    lines_without_payment: table.rows.length - payments.length,
    zero_lines: lines.filter(({ has_amount, amount_pence }) => has_amount && amount_pence === 0).length,
  };
}

function openTable(bytes: Uint8Array): Table {
  try {
    return readTable(bytes, bankColumns, { bytes: bankFileLimits.bytes, rows: bankFileLimits.lines });
  } catch (error) {
    throw error instanceof TableError ? invalid(wordsOf(error.problem)) : error;
  }
}

function wordsOf(problem: TableProblem): string {
  if (problem.code === "open_quote") return messages.openQuote(problem.line);
  if (problem.code === "other_format") return messages.otherFormat(problem.format);
  return {
    too_large: fundsMessages.fileTooLarge,
    too_many_rows: fundsMessages.tooManyRows,
    not_text: messages.notText,
    no_text: messages.noLines,
  }[problem.code];
}

function unknownFormat(titles: string[]): BankFileError {
  const columns = titles.slice(0, 60).map(clean);
  if (columns.length < 2) return invalid(messages.oneColumn);
  return new BankFileError("unknown_bank_format", fundsMessages.unknownFormat, columns);
}

function readPlaces(columns: BankColumns, places: ColumnPlaces): (number | undefined)[] {
  const { date, payer, reference, balance, id, currencies, state, fee, direction } = columns;
  const amounts = amountColumns(columns);
  const titles = [
    ...date,
    ...payer,
    ...reference,
    ...amounts,
    balance,
    id,
    ...currencies,
    state,
    fee?.column,
    direction,
  ];
  return titles.map((title) => (title ? places.get(plainTitle(title)) : undefined));
}

/** "Amount (EUR)" is no column of pounds. */
function assertInPounds(columns: BankColumns): void {
  const titles = [...amountColumns(columns), columns.balance ?? ""];
  const other = titles.find(findOtherCurrency);
  if (other) throw invalid(messages.otherCurrencyColumn(shown(other)));
}

/** Words below a blank line, after the last payment: a file that is cut off has no blank line before its last one. */
function withoutFooter(rows: readonly TableRow[]): readonly TableRow[] {
  const last = rows.findLastIndex(({ cells }) => cells.filter(Boolean).length > 1);
  const before = rows[last];
  const after = rows[last + 1];
  if (!before || !after) return rows;
  const breaks = before.cells.reduce((count, cell) => count + cell.split("\n").length - 1, 0);
  return after.line > before.line + breaks + 1 ? rows.slice(0, last + 1) : rows;
}

interface BankRecord {
  line: number;
  /** Trimmed; empty without a column of this name. */
  cell: (name: string) => string;
}

/** A comma in a text without quotation marks, or a line that is cut off, would move amounts to other columns. */
function toRecord({ line, cells }: TableRow, width: number, places: ColumnPlaces): BankRecord {
  const filled = withoutBlankEnd(cells).length;
  if (cells.length < width || filled > width)
    throw invalid(messages.columnsDiffer(line, Math.max(filled, Math.min(cells.length, width)), width));
  return { line, cell: (name) => cells[places.get(plainTitle(name)) ?? -1] ?? "" };
}

const amountColumns = ({ amount }: BankColumns) => (Array.isArray(amount) ? amount : [amount.paidIn, amount.paidOut]);

const hasAmount = (cell: BankRecord["cell"], columns: BankColumns): boolean =>
  amountColumns(columns).some((name) => cell(name) !== "");

const balanceWords =
  /^(?:opening|closing|starting|ending|start|end|previous) balance\b|^balance (?:brought|carried) (?:forward|down)\b|^(?:brought|carried) forward\b/i;

/** A line with neither a day nor an amount is no payment, nor is one that says a balance alone. */
function isPayment({ cell }: BankRecord, columns: BankColumns): boolean {
  if (hasAmount(cell, columns)) return true;
  if ([...columns.payer, ...columns.reference].some((name) => balanceWords.test(clean(cell(name))))) return false;
  return readDay(columns.date.map(cell).find(Boolean) ?? "", { order: columns.dateOrder }) !== undefined;
}

/** A payment that is not completed moved nothing yet, and may never. A state that nobody knows is refused. */
function withoutOpen(records: BankRecord[], { state, date }: BankColumns, titles: readonly string[]) {
  const leftOut: BankFileContent["left_out_lines"] = [];
  const hasStates = state !== undefined && records.some(({ cell }) => cell(state) !== "");
  const types = [...titles.filter(isTypeTitle), ...date];
  const openWord = ({ line, cell }: BankRecord): string | undefined => {
    // Some banks have no state, and write "Pending" as the type or in place of a number or a day. Most types say nothing of it.
    if (!hasStates) return types.map(cell).find((word) => isCompleted(word) === false);
    const completed = isCompleted(cell(state));
    if (completed === undefined) throw invalid(messages.unknownState(line, shown(cell(state)), shown(state)));
    return completed ? undefined : cell(state);
  };
  const counted = records.filter((record) => {
    const word = openWord(record);
    if (word !== undefined) leftOut.push({ line: record.line, state: shown(word) });
    return word === undefined;
  });
  return { counted, leftOut };
}

const isTypeTitle = (title: string): boolean => /\b(type|subcategory|number)\b/.test(plainTitle(title));

const maskedEnd = (above: readonly TableRow[]): string | null =>
  above.map(({ cells }) => /[*Xx]{2,}[\s*Xx-]*(\d{3,8})\s*$/.exec(cells.join(" "))?.[1]).find(Boolean) ?? null;

function assertOneAccount([first, ...others]: BankRecord[], { account }: BankColumns): void {
  if (!account || !first) return;
  const other = others.find(({ cell }) => account.some((title) => cell(title) !== first.cell(title)));
  if (other) throw invalid(messages.otherAccount(other.line, first.line));
}

/** Money out with and without a minus in one column: one of both may be money back. */
function assertOneSign(records: BankRecord[], { amount }: BankColumns): void {
  if (Array.isArray(amount)) return;
  const isNegative = ({ cell }: BankRecord) => /^\(|[-\u2212]/.test(cell(amount.paidOut));
  const isMoved = ({ cell }: BankRecord) => /[1-9]/.test(cell(amount.paidOut));
  const moved = records.filter(isMoved);
  const negative = moved.find(isNegative);
  if (negative && !moved.every(isNegative))
    throw invalid(messages.unreadableAmount(negative.line, shown(negative.cell(amount.paidOut))));
}

interface ReadLine extends BankFileLine {
  /** The fee comes beside the amount; it is 0 or more. */
  fee_pence: number;
  /** Else its balance has to show that nothing moved. */
  has_amount: boolean;
}

function toLine({ line, cell }: BankRecord, columns: BankColumns, today: string): ReadLine {
  const firstFilled = (names: string[]) => names.map(cell).find(Boolean) ?? "";
  for (const name of columns.currencies) {
    const currency = cell(name);
    if (!isPounds(currency) && (currency !== "" || columns.currencies.length === 1))
      throw invalid(messages.otherCurrency(line, shown(currency)));
  }
  const balance = columns.balance ? cell(columns.balance) : "";
  const fee = columns.fee ? cell(columns.fee.column) : "";
  return {
    line,
    date: dayOf(line, cell, columns, today),
    payer: clean(firstFilled(columns.payer)),
    reference: clean(firstFilled(columns.reference)),
    amount_pence: amountOf(line, cell, columns),
    balance_pence: balance ? penceIn(line, balance) : null,
    id: (columns.id && clean(cell(columns.id))) || null,
    fee_pence: fee ? Math.abs(penceIn(line, fee)) : 0,
    has_amount: hasAmount(cell, columns),
  };
}

const isPounds = (currency: string): boolean => ["GBP", "£"].includes(currency.toUpperCase());

function dayOf(
  line: number,
  cell: BankRecord["cell"],
  { date, dateOrder, format }: BankColumns,
  today: string,
): string {
  const title = date.find((name) => cell(name) !== "") ?? "";
  const text = title && cell(title);
  const day = readDay(text, { order: dateOrder, isUtc: /\b(?:utc|gmt)\b/i.test(title) });
  const isOtherOrder = !day && format === "mapping" && dayOrders.some((order) => readDay(text, { order }));
  if (isOtherOrder) throw invalid(messages.otherOrder(line, shown(text)));
  if (!day) throw invalid(messages.unreadableDate(line, shown(text)));
  if (day > today) {
    const isPast = (order: DayOrder) => (readDay(text, { order }) ?? "9999") <= today;
    const words = format === "mapping" && dayOrders.some(isPast) ? messages.inFutureByOrder : messages.inFuture;
    throw invalid(words(line, formatDay(day)));
  }
  return day;
}

function amountOf(line: number, cell: BankRecord["cell"], columns: BankColumns): number {
  const { amount, balance } = columns;
  if (balance && cell(balance) !== "" && !hasAmount(cell, columns)) return 0;
  if (Array.isArray(amount)) return penceIn(line, amount.map(cell).find(Boolean) ?? "");
  const texts = [cell(amount.paidIn), cell(amount.paidOut)];
  const [paidIn = 0, paidOut = 0] = texts.map((text) => (text ? penceIn(line, text) : 0));
  if (texts.join("") === "" || (paidIn !== 0 && paidOut !== 0)) throw invalid(messages.noAmount(line));
  if (paidIn < 0) throw invalid(messages.unreadableAmount(line, shown(texts[0] ?? "")));
  // Some banks write a minus in the column of money out.
  return paidOut === 0 ? paidIn : -Math.abs(paidOut);
}

/** A column of types in which every line is a debit or a credit. */
function findDirections({ format, amount }: BankColumns, titles: string[], records: BankRecord[]): string | undefined {
  if (format !== "mapping" || !Array.isArray(amount)) return undefined;
  const isDirection = (title: string) => records.every(({ cell }) => isDebit(cell(title)) !== undefined);
  return titles.find((title) => isTypeTitle(title) && isDirection(title));
}

/** Where no amount has a sign, and the lines say which are debits, these are below 0. */
function withDirections(lines: ReadLine[], records: BankRecord[], direction: string | undefined): ReadLine[] {
  if (direction === undefined || lines.some(({ amount_pence }) => amount_pence < 0)) return lines;
  return lines.map((line, place) => {
    const word = records[place]?.cell(direction) ?? "";
    const debit = isDebit(word);
    if (line.amount_pence === 0) return line;
    if (debit === undefined) throw invalid(messages.unknownDirection(line.line, shown(word), shown(direction)));
    return debit ? { ...line, amount_pence: -line.amount_pence } : line;
  });
}

/** The oldest first, each with what the balance moved by: of a fee that nobody named, the balances say if it comes off. */
function withFees(lines: ReadLine[], fee: BankColumns["fee"]): ReadLine[] {
  const withFee = lines.find(({ fee_pence }) => fee_pence !== 0);
  if (!fee || !withFee) return oldestFirst(lines);
  const off = oldestFirst(lines.map((line) => ({ ...line, amount_pence: line.amount_pence - line.fee_pence })));
  const within = oldestFirst(lines);
  if (fee.isSure || findGap(within)) return off;
  if (findGap(off)) return within;
  throw invalid(messages.unsureFee(withFee.line, withFee.fee_pence, shown(fee.column)));
}

function penceIn(line: number, text: string): number {
  const pence = readAmount(text);
  if (pence === undefined) throw invalid(messages.unreadableAmount(line, shown(text)));
  return pence;
}

/** Where the days do not say in which order a file is, its balances do. */
function oldestFirst(lines: ReadLine[]): ReadLine[] {
  const turned = lines.toReversed();
  const isNewestFirst = (lines[0]?.date ?? "") > (turned[0]?.date ?? "");
  const [likely, other] = isNewestFirst ? [turned, lines] : [lines, turned];
  return findGap(likely) && !findGap(other) ? other : likely;
}

/** The first balance shows nothing of its own line. */
function assertKnown(lines: ReadLine[], { amount }: BankColumns): void {
  const first = lines.find(({ balance_pence }) => balance_pence !== null);
  if (!first || first.has_amount) return;
  throw invalid(Array.isArray(amount) ? messages.unreadableAmount(first.line, "") : messages.noAmount(first.line));
}

/** A bank that writes balances has not counted what follows its last one. */
function endOfBalances(lines: readonly BankFileLine[]): number {
  const last = lines.findLastIndex(({ balance_pence }) => balance_pence !== null);
  return last === -1 ? lines.length : last + 1;
}

/** Returns the balances before the first line and after the last. */
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

const titles = ["Date", "Description", "Amount", "Balance"];

/** Santander's text file: above the payments days and account, then each payment as four lines of a title and its value. */
function santanderTable(text: string): Table | undefined {
  if (!/^\s*From:[^\n]*\d{4}[^\n]*\n\s*Account:/.test(text)) return undefined;
  const rows: Table["rows"] = [];
  const lines = text.split(/\r\n?|\n/);
  for (const [place, whole] of lines.entries()) {
    const [, title = "", value = ""] = /^(Date|Description|Amount|Balance):\s*(.*)$/.exec(whole) ?? [];
    if (title === "Date") rows.push({ line: place + 1, cells: ["", "", "", ""] });
    const cells = rows.at(-1)?.cells;
    if (cells && title !== "") cells[titles.indexOf(title)] = value.trim();
  }
  const cut = rows.find(({ cells }) => cells.includes(""));
  if (cut) throw invalid(messages.brokenStatement(cut.line));
  const account = lines.findIndex((line) => /^\s*Account:/.test(line));
  return { titles, hasHeader: true, above: [{ line: account + 1, cells: lines.slice(account, account + 1) }], rows };
}

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
function isCompleted(word: string): boolean | undefined {
  const plain = word.toLowerCase();
  if (completed.includes(plain)) return true;
  return notCompleted.includes(plain) ? false : undefined;
}

const debits = ["debit", "dr", "d", "out", "paid out", "money out", "dbit", "-"];
const credits = ["credit", "cr", "c", "in", "paid in", "money in", "crdt", "+"];

/** Whether money went out, by its bank's word. @returns undefined for another word. */
function isDebit(word: string): boolean | undefined {
  const plain = word.toLowerCase();
  if (debits.includes(plain)) return true;
  return credits.includes(plain) ? false : undefined;
}

/** Whether the title of a column names money other than pounds: "Amount (EUR)", "Saldo €". */
function findOtherCurrency(title: string): boolean {
  const [, inBrackets] = /\(([A-Z]{3})\)/.exec(title) ?? [];
  const [, atEnd] = /\s([A-Z]{3})$/.exec(title) ?? [];
  const code = inBrackets ?? (common.includes(atEnd ?? "") ? atEnd : undefined);
  return /[€$¥]/.test(title) || (code !== undefined && code !== "GBP" && currencies.has(code));
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** A word in capitals without brackets can be anything, so these codes alone count. */
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
