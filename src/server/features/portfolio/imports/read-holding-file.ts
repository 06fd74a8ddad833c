import { costPence } from "#shared/commitments/share-costs.ts";
import { namesLoan } from "#shared/deals/deal-messages.ts";
import { titlesOfBankColumn } from "#shared/funds/bank-columns.ts";
import { holdingColumnSpecs, missingHoldingColumns } from "#shared/portfolio/holding-columns.ts";
import {
  type HoldingColumn,
  type HoldingLineKind,
  holdingColumns,
  holdingImportLimits as limits,
  holdingFileMessages as messages,
  holdingLineMessages as words,
} from "#shared/portfolio/holding-imports-messages.ts";
import { firstSchemeDay } from "#shared/portfolio/tax-dates.ts";
import { tableFileMessages } from "#shared/tables/messages.ts";
import { hasMonthFirst, isOtherMonthFirst, readDay } from "#shared/tables/read-day.ts";
import { leftOutColumns, readTable, splitTotals, type Table, TableError } from "#shared/tables/read-table.ts";
import { type ColumnMatch, isTitleOf, matchColumns, plainTitle } from "#shared/tables/titles.ts";
import { emailSchema, lineUpTo } from "#shared/text.ts";
import { pastDayProblem } from "#shared/typed-days.ts";
import { readPrice, readShares, thousandOrOne } from "#shared/typed-numbers.ts";
import { readAmount } from "../../funds/bank-files/read-values.ts";

/** Why nothing of a file is read, in words for the screen. */
export class HoldingFileError extends Error {
  override name = "HoldingFileError";
}

/** A line of the file; null for a value that is missing or cannot be read. */
export interface HoldingLine {
  line_number: number;
  kind: HoldingLineKind;
  email: string;
  company_name: string;
  happened_on: string | null;
  shares: number | null;
  share_class: string | null;
  price: string | null;
  cost_pence: number | null;
  fee_pence: number | null;
  scheme: "SEIS" | "EIS" | null;
  uir: string | null;
  certificate_on: string | null;
  gross_pence: number | null;
  costs_pence: number | null;
  faults: string[];
}

export interface HoldingFile {
  lines: HoldingLine[];
  /** Columns with text that are not read. */
  left_out_columns: string[];
  lines_above_header: number;
}

/**
 * All lines of a file below its header, each with its faults.
 * @param given the columns where a person said which is which; else their titles say it
 * @throws HoldingFileError
 */
export function readHoldingFile(bytes: Uint8Array, today: string, given?: ColumnMatch<HoldingColumn>): HoldingFile {
  const table = openTable(bytes);
  const columns = given ?? matchTitles(table);
  const missing = missingHoldingColumns(columns).map((name) => holdingColumns[name]);
  if (missing.length > 0) throw new HoldingFileError(messages.noColumns(missing));
  const { rows } = splitTotals(table.rows, columns.email);
  if (rows.length === 0) throw new HoldingFileError(messages.noLines);
  const currency = table.titles.findIndex((title) => titlesOfBankColumn("currency").includes(plainTitle(title)));
  const days = (["acquired_on", "certificate_on", "paid_on"] as const).map((name) => columns[name] ?? -1);
  const isMonthFirst = hasMonthFirst(rows.flatMap(({ cells }) => days.map((place) => cells[place] ?? "")));
  return {
    lines: rows.map(({ line, cells }) => {
      const read = readLine(line, (name) => cells[columns[name] ?? -1] ?? "", { today, isMonthFirst });
      const other = cells[currency] ?? "";
      if (!["", "GBP", "£"].includes(other.toUpperCase())) read.faults.push(words.currency(other.slice(0, 40)));
      return read;
    }),
    left_out_columns: leftOutColumns(table, Object.values(columns)),
    lines_above_header: table.above.length,
  };
}

function openTable(bytes: Uint8Array): Table {
  try {
    return readTable(bytes, holdingColumnSpecs, { bytes: limits.bytes, rows: limits.lines });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { problem } = error;
    if (problem.code === "open_quote") throw new HoldingFileError(messages.openQuote(problem.line));
    if (problem.code === "other_format") throw new HoldingFileError(tableFileMessages.otherFormat(problem.format));
    const words = {
      too_large: messages.tooLarge,
      too_many_rows: messages.tooManyLines,
      not_text: messages.notText,
      no_text: messages.noLines,
    };
    throw new HoldingFileError(words[problem.code]);
  }
}

function matchTitles({ titles }: Table): ColumnMatch<HoldingColumn> {
  const plain = titles.map(plainTitle);
  const twice = titles.find(
    (title, place) =>
      plain.indexOf(plain[place] ?? "") < place && holdingColumnSpecs.some((spec) => isTitleOf(title, spec.titles)),
  );
  if (twice) throw new HoldingFileError(messages.twiceColumn(twice.slice(0, 40)));
  return matchColumns(titles, holdingColumnSpecs);
}

type Cell = (name: HoldingColumn) => string;

interface Days {
  today: string;
  isMonthFirst: boolean;
}

function readLine(line_number: number, cell: Cell, days: Days): HoldingLine {
  const faults: string[] = [];
  const read = readersOf(cell, faults, days);
  const kind = read.oneOf<HoldingLineKind>(
    "kind",
    { "": "holding", holding: "holding", purchase: "holding", distribution: "distribution" },
    words.kind,
  );
  const email = emailSchema.safeParse(cell("email"));
  if (!email.success) faults.push(words.email);
  const about = {
    line_number,
    email: email.data ?? cell("email").slice(0, 254),
    company_name: read.line("company", 120, true) ?? "",
  };
  const rest = kind === "distribution" ? readDistribution(cell, read, faults) : readHolding(cell, read, faults);
  return { ...about, kind: kind ?? "holding", ...rest, faults };
}

const none = {
  shares: null,
  share_class: null,
  price: null,
  cost_pence: null,
  fee_pence: null,
  scheme: null,
  uir: null,
  certificate_on: null,
  gross_pence: null,
  costs_pence: null,
};

function readHolding(cell: Cell, read: Readers, faults: string[]) {
  const shares = read.shares();
  const price = read.price();
  const cost_pence = read.pence("cost", { isRequired: true, isAboveZero: true });
  const happened_on = read.day("acquired_on", true);
  const scheme = read.oneOf<HoldingLine["scheme"]>(
    "scheme",
    { "": null, none: null, no: null, seis: "SEIS", eis: "EIS" },
    words.scheme,
  );
  const uir = read.line("uir", 60, false);
  const certificate_on = read.day("certificate_on", false);
  if (shares !== null && price !== null && cost_pence !== null) checkCost(shares, price, cost_pence, faults);
  if (!scheme && (uir !== null || certificate_on !== null)) faults.push(words.certificateWithoutScheme);
  if (scheme && happened_on !== null && happened_on < firstSchemeDay) faults.push(words.schemeTooEarly);
  if (certificate_on !== null && happened_on !== null && certificate_on < happened_on)
    faults.push(words.beforeAcquired);
  leaveEmpty(["gross", "costs", "paid_on"], "holding", cell, faults);
  const share_class = read.line("share_class", 120, false) ?? "Ordinary";
  if (namesLoan(share_class)) faults.push(words.convertibleNote);
  return {
    ...none,
    shares,
    price,
    cost_pence,
    happened_on,
    scheme: scheme ?? null,
    uir,
    certificate_on,
    share_class,
    fee_pence: read.pence("fee", {}) ?? 0,
  };
}

function readDistribution(cell: Cell, read: Readers, faults: string[]) {
  const gross_pence = read.pence("gross", { isRequired: true, isAboveZero: true });
  const costs_pence = read.pence("costs", {}) ?? 0;
  if (gross_pence !== null && costs_pence > gross_pence) faults.push(words.costsTooHigh);
  const columns = ["shares", "price", "cost", "fee", "acquired_on", "scheme", "uir", "certificate_on"] as const;
  leaveEmpty(columns, "distribution", cell, faults);
  if (cell("share_class") !== "") faults.push(words.distributionOfClass);
  return { ...none, gross_pence, costs_pence, happened_on: read.day("paid_on", true) };
}

/** A value in a column of the other kind is a fault: it was meant as something. */
function leaveEmpty(columns: readonly HoldingColumn[], kind: HoldingLineKind, cell: Cell, faults: string[]): void {
  for (const column of columns)
    if (!["", "none"].includes(cell(column).toLowerCase())) faults.push(words.notOfKind(holdingColumns[column], kind));
}

/** Checks the cost as nearly as a price with six decimals allows. */
function checkCost(shares: number, price: string, cost: number, faults: string[]): void {
  const product = productOf(price, shares);
  if (product === undefined) {
    faults.push(words.tooMuch);
    return;
  }
  if (Math.abs(cost - product) <= Math.max(1, Math.floor(shares * 0.00005))) return;
  faults.push(words.cost(cost, product, (cost / 100 / shares).toFixed(6).replace(/(\.\d{2}\d*?)0+$/, "$1")));
}

function productOf(price: string, shares: number): number | undefined {
  try {
    return costPence(price, shares);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const mostShares = 1_000_000_000_000;
type Readers = ReturnType<typeof readersOf>;

/** Each notes what is wrong, once, and answers null then. */
function readersOf(cell: Cell, faults: string[], { today, isMonthFirst }: Days) {
  const refuse = (fault: string) => {
    faults.push(fault);
    return null;
  };
  return {
    oneOf<Value>(name: HoldingColumn, values: Record<string, Value>, fault: string): Value | null {
      const text = cell(name).toLowerCase();
      return Object.hasOwn(values, text) ? (values[text] as Value) : refuse(fault);
    },
    line(name: HoldingColumn, most: number, isRequired: boolean): string | null {
      const text = cell(name).replaceAll(/\s+/g, " ");
      if (text === "") return isRequired ? refuse(words.required(holdingColumns[name])) : null;
      if (text.length > most) return refuse(words.tooLong(holdingColumns[name], most));
      const line = lineUpTo(most).safeParse(text);
      return line.success ? line.data : refuse(words.invisible(holdingColumns[name]));
    },
    shares(): number | null {
      const count = readShares(cell("shares")) ?? 0;
      return count > 0 && count <= mostShares ? count : refuse(words.shares);
    },
    price(): string | null {
      const price = readPrice(cell("price"));
      const unsure = thousandOrOne(cell("price"));
      if (unsure) return refuse(words.unsurePrice(unsure));
      return price !== null && Number(price) > 0 ? price : refuse(words.price);
    },
    pence(name: HoldingColumn, { isRequired = false, isAboveZero = false }): number | null {
      const text = cell(name);
      const title = holdingColumns[name];
      if (text === "") return isRequired ? refuse(words.required(title)) : null;
      const pence = readAmount(text);
      if (pence === undefined) return refuse(words.amount(title));
      if (pence < 0) return refuse(words.negative(title));
      return isAboveZero && pence === 0 ? refuse(words.nothing(title)) : pence;
    },
    day(name: HoldingColumn, isRequired: boolean): string | null {
      const text = cell(name);
      const title = holdingColumns[name];
      if (text === "") return isRequired ? refuse(words.required(title)) : null;
      const day = readDay(text);
      if (isMonthFirst && isOtherMonthFirst(text)) return refuse(words.monthFirst(title));
      if (day === undefined) return refuse(words.day(title));
      if (pastDayProblem(day, today) === undefined) return day;
      return refuse(day > today ? words.inFuture(title, day) : words.checkYear(title, day));
    },
  };
}
