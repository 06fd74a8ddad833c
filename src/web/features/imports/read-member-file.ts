import Papa from "papaparse";
import { decodeText } from "#shared/decode-text.ts";
import { isCandidate } from "#shared/imports/import-lines.ts";
import {
  emailPlaces,
  isReadInPart,
  type PersonColumn,
  parseImport,
  personColumns,
  readRow,
} from "#shared/imports/read-people.ts";
import { splitTotals, type Table, TableError, withoutBlankEnd } from "#shared/tables/read-table.ts";
import type { ColumnMatch } from "#shared/tables/titles.ts";
import { describeLeftOut, leftOutWords, readText } from "#web/lib/open-table.ts";
import { readTableFile } from "#web/lib/read-table-file.ts";

export interface MemberTable {
  table: Table;
  match: ColumnMatch<PersonColumn>;
}

/** For the box, and in words what of the file is not in them. */
export interface MemberLines {
  lines: string;
  leftOut: string;
  /** Where columns or parts of names are not read, for a person to say more. */
  inPart?: MemberTable;
}

/** Lines; or a table of which a person says which column is which. */
export type ReadMembers = MemberLines | MemberTable;

/** @throws Error with words for the screen */
export async function readMemberFile(given: File): Promise<ReadMembers> {
  const { file, otherSheets } = await readTableFile(given, personColumns);
  return readMembers(new Uint8Array(await file.arrayBuffer()), otherSheets);
}

/** @throws Error with words for the screen */
export function readMembers(source: Uint8Array | string, otherSheets: readonly string[] = []): ReadMembers {
  const text = typeof source === "string" ? source : (decodeText(source) ?? "");
  const opened = openTorn(source, otherSheets);
  const leftOut = leftOutWords([], 0, { otherSheets });
  // An unclosed quotation mark swallows the rest of the list: each line is read by itself then.
  if (!opened || opened.table.rows.some(({ cells }) => cells.some(hasSwallowedEmail)))
    return { lines: text.trim(), leftOut };
  if (opened.match.email !== undefined) return toMemberLines(opened);
  return isList(text, opened.table) ? { lines: flattened(text), leftOut } : opened;
}

/** One member per line, of the columns that are a person's. */
export function toMemberLines({ table, match }: MemberTable): MemberLines {
  const hasName = [match.name, match.first_name, match.middle_name, match.last_name].some(
    (place) => place !== undefined,
  );
  const hasTier = match.tier !== undefined;
  const header = { count: table.titles.length, columns: match, emails: emailPlaces(table.titles) };
  const { rows, totals } = splitTotals(table.rows, match.email);
  const lines = rows.map(({ cells }) => {
    const person = readRow(cells, header);
    if (!person) return withoutBlankEnd(cells).map(toCell).join(", ");
    const cell = (name: PersonColumn) => cells[match[name] ?? -1] ?? "";
    const isRead = "email" in person;
    const name = isRead ? nameIn(cell) && person.full_name : nameIn(cell);
    const email = isRead ? person.email : cell("email");
    return [hasName && name, email, hasTier && cell("tier").replaceAll("@", " ")]
      .filter((value) => value !== false)
      .map(toCell)
      .join(",")
      .replace(hasTier && cell("tier") === "" ? /,$/ : /$^/, "");
  });
  const titles = [hasName && "name", "email", hasTier && "tier"].filter(Boolean);
  const isInPart = isReadInPart(withoutBlankEnd(table.titles).length, match);
  return {
    lines: [titles.join(","), ...lines].join("\n"),
    leftOut: describeLeftOut(table, match, totals.length),
    ...(isInPart && { inPart: { table, match } }),
  };
}

const nameIn = (cell: (name: PersonColumn) => string): string =>
  cell("name") ||
  ["first_name", "middle_name", "last_name"]
    .map((name) => cell(name as PersonColumn))
    .filter(Boolean)
    .join(" ");

const toCell = (text: string): string => Papa.unparse([[text.replaceAll(/\s+/g, " ")]]);

function openTorn(source: Uint8Array | string, otherSheets: readonly string[]): MemberTable | undefined {
  try {
    const { table, match } = readText(source, personColumns);
    return { table: { ...table, otherSheets }, match };
  } catch (error) {
    const isTorn =
      error instanceof Error && error.cause instanceof TableError && error.cause.problem.code === "open_quote";
    if (isTorn) return undefined;
    throw error;
  }
}

const hasSwallowedEmail = (cell: string): boolean => cell.includes("\n") && cell.includes("@");

/** Whether the lines say by themselves who is in them: names of several columns, in an order that nobody knows, do not. */
function isList(text: string, { titles, rows }: Table): boolean {
  const lines = parseImport(text);
  const unclear = rows.filter(({ cells }) => cells.findIndex((cell) => cell.includes("@")) > 1);
  const people = lines.filter(isCandidate);
  return titles.length === 1 || (people.length * 2 >= lines.length && unclear.length * 2 < rows.length);
}

/** A quoted name can go over several lines. */
function flattened(text: string): string {
  const { data } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: "greedy" });
  if (!data.some((row) => row.some((cell) => /[\r\n]/.test(cell)))) return text.trim();
  return data.map((row) => row.map(toCell).join(",")).join("\n");
}
