import { enquiryColumns } from "#shared/deals/deal-desk-messages.ts";
import { enquiryInputSchema, enquiryLimits } from "#shared/deals/deals.ts";
import { describeEnquiryProblems } from "#shared/deals/enquiry-problems.ts";
import { readDay } from "#shared/tables/read-day.ts";
import type { Table } from "#shared/tables/read-table.ts";
import { type ColumnMatch, type ColumnSpec, plainTitle } from "#shared/tables/titles.ts";
import { toCsv } from "#shared/to-csv.ts";

export type EnquiryColumn = keyof typeof enquiryColumns;

/** As the API takes it. */
export interface EnquiryRow extends Partial<Record<Exclude<EnquiryColumn, "founder" | "founder_email">, string>> {
  /** Of the file. */
  line: number;
  founders: { name: string; email: string }[];
  /** Why the club would refuse it; empty for a good row. */
  problem: string;
}

const otherTitles: Record<EnquiryColumn, readonly string[]> = {
  name: ["company name", "startup", "startup name", "business", "business name", "organisation"],
  company_number: ["number", "company no", "companies house number", "crn", "registration number"],
  one_line: ["one line", "one liner", "tagline", "pitch", "summary", "description"],
  website: ["web site", "url", "web", "company website"],
  sector: ["industry", "category"],
  place: ["location", "city", "town", "based in"],
  founder: ["founder name", "founders", "contact", "contact name"],
  founder_email: ["contact email", "email", "email address"],
  round_name: ["round name", "stage", "funding round"],
  enquired_on: [
    "date",
    "enquired",
    "received",
    "received on",
    "date received",
    "date of enquiry",
    "created",
    "submitted at",
  ],
  note: ["notes", "comment", "comments", "source"],
};

export const enquirySpecs: readonly ColumnSpec<EnquiryColumn>[] = (Object.keys(enquiryColumns) as EnquiryColumn[]).map(
  (name) => ({
    name,
    label: enquiryColumns[name],
    titles: [plainTitle(enquiryColumns[name]), ...otherTitles[name]],
  }),
);

const needed = ["name", "round_name", "enquired_on"] as const satisfies EnquiryColumn[];

export const missingEnquiryColumns = (match: ColumnMatch<EnquiryColumn>): EnquiryColumn[] =>
  needed.filter((column) => match[column] === undefined);

/** @throws Error with words for the screen */
export function readEnquiries({ rows }: Table, match: ColumnMatch<EnquiryColumn>): EnquiryRow[] {
  if (rows.length === 0) throw new Error("This file has a header and nothing below it.");
  if (rows.length > enquiryLimits.rows)
    throw new Error(`Please import at most ${enquiryLimits.rows} enquiries at a time.`);
  return rows.map(({ line, cells }) => {
    const row = toRow((column) => cells[match[column] ?? -1] ?? "");
    return { line, ...row, problem: describeEnquiryProblems(enquiryInputSchema.safeParse(row).error?.issues ?? []) };
  });
}

/** The header alone, with an example below it. */
export const enquiryTemplate = (): string =>
  toCsv([
    {
      [enquiryColumns.name]: "Tansy Ltd",
      [enquiryColumns.company_number]: "",
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

function toRow(cell: (column: EnquiryColumn) => string): Omit<EnquiryRow, "line" | "problem"> {
  const founder = { name: cell("founder"), email: cell("founder_email") };
  return {
    name: cell("name"),
    company_number: cell("company_number"),
    one_line: cell("one_line"),
    website: cell("website"),
    sector: cell("sector"),
    place: cell("place"),
    founders: founder.name || founder.email ? [{ ...founder, name: founder.name || founder.email }] : [],
    round_name: cell("round_name"),
    enquired_on: readDay(cell("enquired_on")) ?? cell("enquired_on"),
    note: cell("note"),
  };
}
