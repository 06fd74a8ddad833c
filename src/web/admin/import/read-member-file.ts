import Papa from "papaparse";
import { importMessages, importTextLimit, isHeaderCell } from "#shared/member-imports.ts";

/** What a file holds for the box, or why it holds nothing. */
export async function readMemberFile(file: File): Promise<{ lines: string } | { problem: string }> {
  if (file.size > importTextLimit) return { problem: importMessages.fileTooLarge };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text === undefined ? { problem: importMessages.fileNotText } : { lines: toMemberLines(text) };
}

/** The text of a file, whichever of the usual encodings it has. @returns undefined for a file that is no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes("\0") ? undefined : text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    // What spreadsheets on Windows write when they are not asked for UTF-8.
    return "windows-1252";
  }
}

/**
 * The lines of a file, one to a member. Of a table whose header says which column is the e-mail, only name and e-mail
 * are taken; a name that goes over several lines becomes one.
 */
export function toMemberLines(text: string): string {
  const { data: rows } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy" });
  const [header = [], ...members] = rows.map((row) => row.map(inOneLine));
  const email = header.findIndex(isHeaderCell);
  if (email === -1) return hasBrokenCells(rows) ? Papa.unparse([header, ...members], { newline: "\n" }) : text.trim();
  const names = nameColumnsOf(header);
  const lines = members.map((row) => {
    const name = names.map((index) => row[index] ?? "").join(" ");
    return names.length > 0 ? [name.trim(), row[email] ?? ""] : [row[email] ?? ""];
  });
  return Papa.unparse([names.length > 0 ? ["name", "email"] : ["email"], ...lines], { newline: "\n" });
}

const inOneLine = (cell: string): string => cell.replace(/\s+/g, " ").trim();

const hasBrokenCells = (rows: string[][]): boolean => rows.some((row) => row.some((cell) => /[\r\n]/.test(cell)));

/** The one with the whole name, or those with its parts in their order. */
function nameColumnsOf(header: string[]): number[] {
  const whole = header.findIndex((cell) => /^((full|member)[ _-]?)?name$|^member$/i.test(cell));
  if (whole !== -1) return [whole];
  const first = header.findIndex((cell) => /^(first|given)[ _-]?names?$/i.test(cell));
  const last = header.findIndex((cell) => /^((last|family)[ _-]?name|surname)$/i.test(cell));
  return [first, last].filter((index) => index !== -1);
}
