import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import Papa from "papaparse";
import readWorkbook from "read-excel-file/universal";
import { tableFileMessages as messages } from "#shared/tables/messages.ts";
import { type ColumnSpec, matchColumns } from "#shared/tables/titles.ts";

/** The limit covers the parts that are read: a workbook of 5,000 lines has a few MB. */
const mostUnpackedBytes = 40 * 1024 * 1024;
const mostCells = 400_000;
/** Neither macros nor pictures nor what other programs put into a workbook. */
const readParts =
  /^(?:\[Content_Types\]\.xml|(?:.*\/)?[^/]+\.rels|xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/worksheets\/[^/]+\.xml)$/i;

/** A header can stand below the lines that a program puts above it. */
const mostAbove = 30;

export interface WorkbookText {
  /** The days are written as "2027-01-26". */
  csv: string;
  /** The names of other sheets that have text. */
  otherSheets: string[];
}

/**
 * The sheet with most known titles, else the first one with text. A hidden sheet is never read: nobody who looks at the workbook
 * sees what is in it.
 * @throws Error with words for the screen
 */
export async function workbookToCsv(bytes: Uint8Array, specs: readonly ColumnSpec[]): Promise<WorkbookText> {
  const filled = (await readSheets(partsOf(bytes))).filter(({ data }) => data.some((row) => row.some(hasText)));
  const [chosen] = filled
    .filter(({ isHidden }) => !isHidden)
    .toSorted((one, other) => countKnown(other.data, specs) - countKnown(one.data, specs));
  if (!chosen)
    throw new Error(
      filled.length > 0
        ? "Only hidden sheets of this workbook have text. Please show the sheet that you mean, save the workbook and choose it again."
        : "No sheet of this workbook has text.",
    );
  const { data } = chosen;
  const width = Math.max(...data.map((row) => row.length));
  if (data.length * width > mostCells) throw new Error(messages.tooLarge);
  return {
    csv: Papa.unparse(
      data.map((row) => Array.from({ length: width }, (_, place) => textOf(row[place]))),
      { newline: "\n" },
    ),
    otherSheets: filled
      .filter((one) => one !== chosen)
      .map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name)),
  };
}

const hasText = (cell: unknown): boolean => cell !== null;

/** Counts the known titles in the line that has most of them. */
const countKnown = (data: readonly unknown[][], specs: readonly ColumnSpec[]): number =>
  Math.max(...data.slice(0, mostAbove + 1).map((row) => Object.keys(matchColumns(row.map(textOf), specs)).length));

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

interface Sheet {
  name: string;
  isHidden: boolean;
  data: unknown[][];
}

async function readSheets(parts: Record<string, Uint8Array>): Promise<Sheet[]> {
  try {
    // Stored parts are read without a worker, which the page's policy does not allow.
    const sheets = await readWorkbook(zipSync(withForeignSigns(parts), { level: 0 }).buffer as ArrayBuffer);
    const hidden = readHidden(parts);
    return sheets.map(({ sheet, data }, place) => ({ name: sheet, isHidden: hidden[place] ?? false, data }));
  } catch {
    throw new Error(messages.brokenWorkbook);
  }
}

/** Whether each sheet is hidden, which the library does not tell, in the order in which it reads them. */
function readHidden(parts: Record<string, Uint8Array>): boolean[] {
  const [, list] = Object.entries(parts).find(([name]) => /^xl\/workbook\.xml$/i.test(name)) ?? [];
  const sheets = list ? strFromU8(list).match(/<(?:\w+:)?sheet\s[^>]*>/g) : null;
  return (sheets ?? []).map((sheet) => /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/.test(sheet));
}

/** A number that Excel shows as "€1,250" becomes that text, which every reader of sums refuses: the library gives the number alone. */
function withForeignSigns(parts: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const styles = Object.entries(parts).find(([name]) => /^xl\/styles\.xml$/i.test(name))?.[1];
  const signs = styles ? foreignSigns(strFromU8(styles)) : [];
  if (!signs.some(Boolean)) return parts;
  const signed = (cell: string, prefix: string, attributes: string, inner: string) => {
    const sign = signs[Number(/\ss="(\d+)"/.exec(attributes)?.[1] ?? 0)];
    const value = /\st="(?!n")/.test(attributes) ? undefined : /<(?:\w+:)?v>([^<]+)</.exec(inner)?.[1];
    if (!sign || value === undefined) return cell;
    const others = attributes.replace(/\st="n"/, "");
    return `<${prefix}c${others} t="inlineStr"><${prefix}is><${prefix}t>${sign} ${value}</${prefix}t></${prefix}is></${prefix}c>`;
  };
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      if (!/^xl\/worksheets\//i.test(name)) return [name, part];
      return [name, strToU8(strFromU8(part).replaceAll(/<((?:\w+:)?)c(\s[^>]*[^/>])>(.*?)<\/\1c>/gs, signed))];
    }),
  );
}

/** By the number of a cell's style: the sign of a currency other than pounds, as XML. */
function foreignSigns(styles: string): (string | undefined)[] {
  const formats = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)].map(([format]) => [
      /\snumFmtId="(\d+)"/.exec(format)?.[1],
      signOfFormat(/\sformatCode="([^"]*)"/.exec(format)?.[1] ?? ""),
    ]),
  );
  const [cells = ""] = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  return [...cells.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(([xf]) => formats.get(/\snumFmtId="(\d+)"/.exec(xf)?.[1]));
}

/** `[$€-2] #,##0.00` and `"USD" 0.00` have a sign, `[$-809]dd/mm/yy` names a language. */
function signOfFormat(code: string): string | undefined {
  const plain = code.replaceAll("&quot;", '"').replaceAll(/\\|_./g, "");
  const [, bracketed] = /\[\$([^\]-]+)(?:-[^\]]*)?\]/.exec(plain) ?? [];
  const [found, quoted] = /\p{Sc}|"\s*([A-Z]{3}|kr|zł|Kč|Ft)\.?\s*"/u.exec(plain.replaceAll(/\[[^\]]*\]/g, "")) ?? [];
  const shown = (bracketed ?? quoted ?? found)?.trim();
  return !shown || ["£", "GBP"].includes(shown) ? undefined : shown;
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
