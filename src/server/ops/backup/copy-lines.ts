import type { ClubTable } from "./backup-header.ts";
import { columnList, qualified } from "./club-tables.ts";

/** Opens the rows of a table in the file; it is also the statement that loads them. */
export const openingOf = (table: ClubTable) => `copy ${qualified(table)} (${columnList(table)}) from stdin;`;

/** Closes them. No row can look like it: in PostgreSQL's text format a backslash of the data is two. */
export const closing = "\\.";

export const newline = 0x0a;

/** A row is a line, since line breaks of the data are written as \n. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}
