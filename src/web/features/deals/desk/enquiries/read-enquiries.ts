import Papa from "papaparse";
import { enquiryColumns, enquiryImportMessages as messages } from "#shared/deal-desk-messages.ts";
import { enquiryLimits } from "#shared/deals.ts";
import { decodeText } from "#shared/decode-text.ts";
import { importMessages, importTextLimit } from "#shared/imports.ts";
import { toCsv } from "#shared/to-csv.ts";

type Column = keyof typeof enquiryColumns;

/** As the API takes it; what is wrong with a row, the API says. */
export interface EnquiryRow extends Partial<Record<Exclude<Column, "founder" | "founder_email">, string>> {
  founders: { name: string; email: string }[];
}

export async function readEnquiryFile(file: File): Promise<{ rows: EnquiryRow[] } | { problem: string }> {
  if (file.size > importTextLimit) return { problem: importMessages.fileTooLarge };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text === undefined ? { problem: importMessages.fileNotText } : readEnquiries(text);
}

export function readEnquiries(text: string): { rows: EnquiryRow[] } | { problem: string } {
  const { data } = Papa.parse<Record<string, string>>(text.trim(), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: plain,
  });
  const header = Object.keys(data[0] ?? {});
  if (data.length > 0 && !header.includes(plain(enquiryColumns.name))) return { problem: messages.noCompanyColumn };
  if (data.length === 0) return { problem: messages.noRow };
  if (data.length > enquiryLimits.rows) return { problem: messages.tooMany(enquiryLimits.rows) };
  return { rows: data.map(toRow) };
}

/** The header alone, with an example below it. */
export const enquiryTemplate = (): string =>
  toCsv([
    {
      [enquiryColumns.name]: "Tansy Ltd",
      [enquiryColumns.one_line]: "Invoices for tutors",
      [enquiryColumns.website]: "https://tansy.example",
      [enquiryColumns.sector]: "Software",
      [enquiryColumns.place]: "Leeds",
      [enquiryColumns.founder]: "Rosa Tansy",
      [enquiryColumns.founder_email]: "",
      [enquiryColumns.round_name]: "Seed round 2027",
      [enquiryColumns.enquired_on]: "2027-01-18",
      [enquiryColumns.note]: "Met at the spring event",
    },
  ]);

const plain = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ");

function toRow(record: Record<string, string>): EnquiryRow {
  const cell = (column: Column) => (record[plain(enquiryColumns[column])] ?? "").trim();
  const founder = { name: cell("founder"), email: cell("founder_email") };
  return {
    name: cell("name"),
    one_line: cell("one_line"),
    website: cell("website"),
    sector: cell("sector"),
    place: cell("place"),
    founders: founder.name || founder.email ? [{ ...founder, name: founder.name || founder.email }] : [],
    round_name: cell("round_name"),
    enquired_on: isoDay(cell("enquired_on")),
    note: cell("note"),
  };
}

/** "18/01/2027" as British spreadsheets write it. */
function isoDay(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
}
