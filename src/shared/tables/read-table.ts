import Papa from "papaparse";
import { decodeText } from "../decode-text.ts";
import { trimInvisible } from "../text-rules.ts";
import { type ForeignFormat, findForeignFormat } from "./foreign-formats.ts";
import { isDay } from "./read-day.ts";
import { type ColumnSpec, matchColumns } from "./titles.ts";

/**
 * The only reader of tables that people bring: in any encoding that spreadsheets write, with commas, semicolons, tabs or bars,
 * with lines above the header or without a header.
 */
export interface Table {
  /** Each column has a title; "Column 1" and so on in a file without a header. */
  titles: string[];
  hasHeader: boolean;
  /** Lines with text above the header, which are left out. */
  above: TableRow[];
  /** Below the header, without blank ones. */
  rows: TableRow[];
  /** Workbooks alone have these: the names of sheets with text that are not read. */
  otherSheets?: readonly string[];
}

export interface TableRow {
  /** Where it begins in the file, from 1. */
  line: number;
  /** The cells are without marks of spreadsheets and invisible characters around. */
  cells: string[];
}

interface TableLimits {
  bytes: number;
  /** Below the header. */
  rows: number;
}

/** The reason why no table is read; each import says it in its words. */
export type TableProblem =
  | { code: "too_large" | "not_text" | "too_many_rows" | "no_text" }
  | { code: "other_format"; format: ForeignFormat }
  | { code: "open_quote"; line: number };

export class TableError extends Error {
  override name = "TableError";
  readonly problem: TableProblem;
  constructor(problem: TableProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** @param specs what the header is known by. @throws TableError */
export function readTable(source: Uint8Array | string, specs: readonly ColumnSpec[], limits: TableLimits): Table {
  const text = textOf(source, limits);
  const { body, line, delimiter } = withoutSeparatorLine(text.replaceAll(/\r\n?/g, "\n"));
  const rows = readRows(body, delimiter ?? findDelimiter(body, specs), line, limits.rows + mostAbove);
  if (rows.length === 0) throw new TableError({ code: "no_text" });
  const place = findHeader(rows, specs);
  const below = rows.slice(place === undefined ? 0 : place + 1);
  if (below.length > limits.rows) throw new TableError({ code: "too_many_rows" });
  const width = Math.max(...below.map(({ cells }) => withoutBlankEnd(cells).length), 1);
  const titles =
    place === undefined
      ? Array.from({ length: width }, (_, index) => `Column ${index + 1}`)
      : withoutBlankEnd(rows[place]?.cells ?? []).map((title) => title.replaceAll(/\s+/g, " "));
  return { titles, hasHeader: place !== undefined, above: rows.slice(0, place ?? 0), rows: below };
}

/** The cells of one line. @returns undefined where a quotation mark is not closed. */
export function splitCells(line: string, delimiter: string): string[] | undefined {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter, newline: "\n" });
  return errors.some(({ type }) => type === "Quotes") ? undefined : (data[0] ?? []).map(plainCell);
}

export function delimiterOfTitles(line: string, specs: readonly ColumnSpec[]): string {
  const known = (delimiter: string) => countKnown(splitCells(line, delimiter) ?? [], specs);
  return delimiters.toSorted((one, other) => known(other) - known(one))[0] ?? ",";
}

/** The text of a cell that is not blank, for each column, so that a person sees what is in it. */
export const exampleCells = ({ titles, rows }: Table): string[] =>
  titles.map((_, place) => rows.find(({ cells }) => cells[place])?.cells[place] ?? "");

/** Titles of columns that have text and are not read. */
export const leftOutColumns = (table: Table, read: Iterable<number | undefined>): string[] => {
  const places = new Set(read);
  const examples = exampleCells(table);
  return table.titles.filter((_, place) => !places.has(place) && examples[place] !== "");
};

/** Splits off lines that add up others: "Total" is their first text, and nothing stands in the column that names of whom or what a line is. */
export function splitTotals(
  rows: readonly TableRow[],
  key: number | undefined,
): { rows: TableRow[]; totals: TableRow[] } {
  const isTotal = ({ cells }: TableRow) => {
    const first = cells.findIndex(Boolean);
    const isKeyBlank = key === undefined || key === first || !cells[key];
    return isKeyBlank && totalWords.test(cells[first] ?? "");
  };
  return { rows: rows.filter((row) => !isTotal(row)), totals: rows.filter(isTotal) };
}

const totalWords = /^(?:grand |sub-?\s?)?totals?\s*:?$/i;

export const withoutBlankEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);

const delimiters = [",", ";", "\t", "|"];
/** Banks put account and balance above the header. */
const mostAbove = 30;

function textOf(source: Uint8Array | string, { bytes }: TableLimits): string {
  const size = typeof source === "string" ? source.length : source.byteLength;
  if (size > bytes) throw new TableError({ code: "too_large" });
  const text = typeof source === "string" ? source : decodeText(source);
  const format = findForeignFormat(source, text);
  if (format) throw new TableError({ code: "other_format", format });
  if (text === undefined) throw new TableError({ code: "not_text" });
  return text.replace(/^\uFEFF/, "");
}

/** Excel's own first line, such as "sep=;". */
function withoutSeparatorLine(text: string): { body: string; line: number; delimiter?: string } {
  const [whole = "", delimiter] = /^"?sep=([^\n"])"?[,;\t]*(?:\n|$)/i.exec(text) ?? [];
  return delimiter ? { body: text.slice(whole.length), line: 2, delimiter } : { body: text, line: 1 };
}

function readRows(text: string, delimiter: string, firstLine: number, most: number): TableRow[] {
  const rows: TableRow[] = [];
  let line = firstLine;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: "\n",
    step: ({ data, errors }) => {
      if (errors.some(({ type }) => type === "Quotes")) throw new TableError({ code: "open_quote", line });
      const cells = data.map(plainCell);
      if (cells.some(Boolean)) rows.push({ line, cells });
      if (rows.length > most + 1) throw new TableError({ code: "too_many_rows" });
      line += 1 + data.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
    },
  });
  return rows;
}

/** The table's first lines, split by one of the delimiters. */
function firstRows(text: string, delimiter: string): string[][] {
  const { data } = Papa.parse<string[]>(text, { delimiter, newline: "\n", preview: 2 * mostAbove });
  return data.map((cells) => cells.map(plainCell)).filter((cells) => cells.some(Boolean));
}

/** What makes most known titles, else most lines of one width. */
function findDelimiter(text: string, specs: readonly ColumnSpec[]): string {
  const scored = delimiters.map((delimiter) => {
    const rows = firstRows(text, delimiter);
    const known = Math.max(0, ...rows.slice(0, mostAbove + 1).map((cells) => countKnown(cells, specs)));
    const { width, count } = commonWidth(rows);
    return { delimiter, score: [width > 1 ? known : Math.min(known, 1), width > 1 ? count : 0, width] };
  });
  const better = (one: number[], other: number[]) =>
    other.map((value, place) => value - (one[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return scored.toSorted((one, other) => better(one.score, other.score))[0]?.delimiter ?? ",";
}

function commonWidth(rows: readonly string[][]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const cells of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...counts].toSorted(([a, n], [b, m]) => m - n || b - a);
  return { width, count };
}

/** The line that has most of the known titles, else the first one as wide as most that has names alone. */
function findHeader(rows: readonly TableRow[], specs: readonly ColumnSpec[]): number | undefined {
  const candidates = rows.slice(0, mostAbove + 1).map(({ cells }) => withoutBlankEnd(cells));
  const known = candidates.map((cells) => (cells.some(isValue) ? 0 : countKnown(cells, specs)));
  const { width } = commonWidth(rows.map(({ cells }) => withoutBlankEnd(cells)));
  const most = Math.max(0, ...known);
  const best = known.indexOf(most);
  if (most > 1 || (most === 1 && (candidates[best]?.length ?? 0) >= width)) return best;
  const first = candidates.findIndex((cells) => cells.length >= width);
  const titles = (candidates[first] ?? []).filter(Boolean);
  const areNames = titles.length > 1 && !titles.some(isValue) && new Set(titles).size === titles.length;
  return areNames && first + 1 < rows.length ? first : undefined;
}

const countKnown = (cells: readonly string[], specs: readonly ColumnSpec[]): number =>
  Object.keys(matchColumns(cells, specs)).length;

/** Of a line below a header: a title is no day, no amount and no address. */
const isValue = (cell: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) || /^[-+(]?£?\s?[-+]?\d[\d,]*(\.\d+)?\)?$/.test(cell) || isDay(cell);

/** Excel writes ="text" against numbers that lose their zeros, and an apostrophe before a text that it would run. */
function plainCell(cell: string): string {
  const text = trimInvisible(cell);
  const [, inner = text] = /^="(.*)"$/s.exec(text) ?? [];
  return trimInvisible(inner.replace(/^'(?!.*'$)(?![ts]\b)/s, ""));
}
