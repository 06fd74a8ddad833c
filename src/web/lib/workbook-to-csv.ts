import { unzipSync, zipSync } from "fflate";
import Papa from "papaparse";
import readWorkbook from "read-excel-file/universal";
import { tableFileMessages as messages } from "#shared/tables/messages.ts";

/** Of the parts that are read: a workbook of 5,000 lines has a few MB. */
const mostUnpackedBytes = 40 * 1024 * 1024;
const mostCells = 400_000;
/** Neither macros nor pictures nor what other programs put into a workbook. */
const readParts =
  /^(?:\[Content_Types\]\.xml|(?:.*\/)?[^/]+\.rels|xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/worksheets\/[^/]+\.xml)$/i;

/** The first sheet that has text, with days as "2027-01-26". @throws Error with words for the screen */
export async function workbookToCsv(bytes: Uint8Array): Promise<string> {
  const sheets = await readSheets(partsOf(bytes));
  const filled = sheets.find(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  if (!filled) throw new Error("No sheet of this workbook has text.");
  const width = Math.max(...filled.data.map((row) => row.length));
  if (filled.data.length * width > mostCells) throw new Error(messages.tooLarge);
  return Papa.unparse(
    filled.data.map((row) => Array.from({ length: width }, (_, place) => textOf(row[place]))),
    { newline: "\n" },
  );
}

/** What a part unpacks to is no more than its entry says, however much it holds. */
function partsOf(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0;
  let isTooLarge = false;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!readParts.test(name)) return false;
        unpacked += originalSize;
        isTooLarge ||= unpacked > mostUnpackedBytes;
        return !isTooLarge;
      },
    });
    if (!isTooLarge) return parts;
  } catch {
    throw new Error(messages.brokenWorkbook);
  }
  throw new Error(messages.tooLarge);
}

async function readSheets(parts: Record<string, Uint8Array>) {
  try {
    // Stored parts are read without a worker, which the page's policy does not allow.
    return await readWorkbook(zipSync(parts, { level: 0 }).buffer as ArrayBuffer);
  } catch {
    throw new Error(messages.brokenWorkbook);
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return textOfMoment(cell);
  // Excel shows 15 digits: 12.299999999999999 is 12.3.
  return typeof cell === "number" ? String(Number(cell.toPrecision(15))) : String(cell);
}

/** A workbook's times have no zone; the library gives them in UTC. */
function textOfMoment(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return "";
  const text = moment.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ");
}
