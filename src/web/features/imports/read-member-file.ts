import Papa from "papaparse";
import { decodeText } from "#shared/decode-text.ts";
import { importMessages, importTextLimit, isHeaderCell, parseLine } from "#shared/imports.ts";
import { emailSchema } from "#shared/text.ts";

export async function readMemberFile(file: File): Promise<{ lines: string } | { problem: string }> {
  if (file.size > importTextLimit) return { problem: importMessages.fileTooLarge };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text === undefined ? { problem: importMessages.fileNotText } : { lines: toMemberLines(text) };
}

/** One member per line; with an e-mail header only name, e-mail and tier columns are kept. */
export function toMemberLines(text: string): string {
  const { data: rows, errors, meta } = parseTable(text, delimiterOf(text));
  // An unclosed quote swallows the rest of the list.
  const isTorn = errors.some(isQuoteError) || rows.some((row) => row.some(hasSwallowedEmail));
  const [titles = [], ...members] = isTorn ? lineByLine(text, meta.delimiter) : rows;
  const columns = columnsOf(Array.isArray(titles) ? titles.map(inOneLine) : []);
  if (!columns) return !isTorn && hasBrokenCells(rows) ? toCsv(rows.map((row) => row.map(inOneLine))) : text.trim();
  const lines = members.map((row) => (Array.isArray(row) ? toMemberLine(row, columns, meta.delimiter) : row));
  const header = [columns.names.length > 0 && "name", "email", columns.tier !== -1 && "tier"];
  return [header.filter(Boolean).join(","), ...lines].join("\n");
}

interface Columns {
  count: number;
  email: number;
  names: number[];
  /** -1 without one. */
  tier: number;
}

const parseTable = (text: string, delimiter: string | undefined) =>
  Papa.parse<string[]>(text, { skipEmptyLines: "greedy", ...(delimiter && { delimiter }) });

const toCsv = (rows: string[][], delimiter = ","): string => Papa.unparse(rows, { newline: "\n", delimiter });

/** From the header row. @returns undefined without one. */
function delimiterOf(text: string): string | undefined {
  const [header = ""] = text.trim().split(lineBreak);
  const cellCount = (delimiter: string) => {
    const cells = parseTable(header, delimiter).data[0] ?? [];
    return cells.some(isHeaderCell) ? cells.length : 0;
  };
  const [best = ""] = [",", ";", "\t", "|"].toSorted((one, other) => cellCount(other) - cellCount(one));
  return cellCount(best) > 1 ? best : undefined;
}

/** Rows, or the raw line when a quote is not closed. */
function lineByLine(text: string, delimiter: string): (string[] | string)[] {
  const lines = text.split(lineBreak).map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const { data, errors } = parseTable(line, delimiter);
    return errors.some(isQuoteError) ? line : (data[0] ?? line);
  });
}

const lineBreak = /\r\n|\r|\n/;

const isQuoteError = ({ type }: Papa.ParseError): boolean => type === "Quotes";

const hasSwallowedEmail = (cell: string): boolean => /[\r\n]/.test(cell) && cell.includes("@");

const inOneLine = (cell: string): string => cell.replace(/\s+/g, " ").trim();

const hasBrokenCells = (rows: string[][]): boolean => rows.some((row) => row.some((cell) => /[\r\n]/.test(cell)));

function columnsOf(header: string[]): Columns | undefined {
  const email = header.findIndex(isHeaderCell);
  const tier = header.findIndex((cell) => /^(?:membership[ _-]?)?tier$/i.test(cell));
  return email === -1 ? undefined : { count: header.length, email, names: nameColumnsOf(header), tier };
}

/** Name, e-mail and tier, or the raw line when it is not a table row. */
function toMemberLine(row: string[], columns: Columns, delimiter: string): string {
  const name = inOneLine(columns.names.map((index) => row[index] ?? "").join(" "));
  const email = inOneLine(row[columns.email] ?? "");
  // With an at-sign it would be read as the member's address.
  const tier = inOneLine(row[columns.tier] ?? "").replaceAll("@", " ");
  const cells = columns.names.length > 0 ? [name, email] : [email];
  return asTyped(row, columns, delimiter) ?? toCsv([tier ? [...cells, tier] : cells]);
}

function asTyped(row: string[], { count, email }: Columns, delimiter: string): string | undefined {
  const cells = row.map((cell) => cell.replace(/[\r\n]+/g, " ").trim());
  while (cells.at(-1) === "") cells.pop();
  const [only = ""] = cells;
  // An e-mail in another column is somebody else's, such as a manager's.
  const isRow = count > 2 && row.length === count && cells.length > 1;
  if (isRow || cells.includes("") || (cells.length > 1 && isEmail(cells[email]))) return undefined;
  const line = cells.length === 1 ? only : cells.map((cell) => toCsv([[cell]], delimiter)).join(`${delimiter} `);
  return "email" in parseLine(line) ? line : undefined;
}

const isEmail = (cell: string | undefined): boolean => emailSchema.safeParse(cell).success;

/** Full name, or its parts in order. */
function nameColumnsOf(header: string[]): number[] {
  const whole = header.findIndex((cell) => /^((full|member)[ _-]?)?name$|^member$/i.test(cell));
  if (whole !== -1) return [whole];
  const first = header.findIndex((cell) => /^(first|given)[ _-]?names?$/i.test(cell));
  const last = header.findIndex((cell) => /^((last|family)[ _-]?name|surname)$/i.test(cell));
  return [first, last].filter((index) => index !== -1);
}
