import { enquiryColumns } from "#shared/deals/deal-desk-messages.ts";
import { dealMessages } from "#shared/deals/deal-messages.ts";
import { enquiryInputSchema, enquiryLimits } from "#shared/deals/deals.ts";
import { describeEnquiryProblems, repeatsOf } from "#shared/deals/enquiry-problems.ts";
import { countryOf } from "#shared/investor-records/countries.ts";
import { givenNameFirst } from "#shared/people/given-name-first.ts";
import { tableFileMessages } from "#shared/tables/messages.ts";
import { firstNameTitles, lastNameTitles, withOwners } from "#shared/tables/person-titles.ts";
import { hasMonthFirst, isOtherMonthFirst, readDay } from "#shared/tables/read-day.ts";
import { splitTotals, type Table } from "#shared/tables/read-table.ts";
import { type ColumnMatch, type ColumnSpec, plainTitle } from "#shared/tables/titles.ts";
import { toCsv } from "#shared/to-csv.ts";
import { pastDayProblem } from "#shared/typed-days.ts";

/** Two of them are joined to the founder's name, as forms ask for it. */
export type EnquiryColumn = keyof typeof enquiryColumns | "founder_first_name" | "founder_last_name";

/** The row is as the API takes it. */
export interface EnquiryRow
  extends Partial<Record<Exclude<keyof typeof enquiryColumns, "founder" | "founder_email">, string>> {
  line: number;
  founders: { name: string; email: string }[];
  /** The reason why the club would refuse it; empty for a good row. */
  problem: string;
}

const otherTitles: Record<EnquiryColumn, readonly string[]> = {
  name: ["company name", "startup", "startup name", "business", "business name", "organisation"],
  company_number: [
    ...["number", "company no", "co no", "co number", "comp no", "reg no", "registered number", "company reg no"],
    ...["company registration number", "company registration no"],
    ...["companies house number", "crn", "registration number"],
  ],
  country: ["country of registration", "registered in", "jurisdiction"],
  one_line: ["one line", "one liner", "tagline", "pitch", "summary", "description"],
  website: ["web site", "url", "web", "company website"],
  sector: ["industry", "category"],
  place: ["location", "city", "town", "based in"],
  founder: ["founder name", "founders", "contact", "contact name"],
  founder_first_name: withOwners(firstNameTitles, ["founder"]),
  founder_last_name: withOwners(lastNameTitles, ["founder"]),
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

const { name, company_number, country, one_line, website, sector, place, founder, ...others } = enquiryColumns;
const labels: Record<EnquiryColumn, string> = {
  name,
  company_number,
  country,
  one_line,
  website,
  sector,
  place,
  founder,
  founder_first_name: "Founder’s first name",
  founder_last_name: "Founder’s last name",
  ...others,
};

export const enquirySpecs: readonly ColumnSpec<EnquiryColumn>[] = (Object.keys(labels) as EnquiryColumn[]).map(
  (name) => ({ name, label: labels[name], titles: [plainTitle(labels[name]), ...otherTitles[name]] }),
);

const needed = ["name", "round_name", "enquired_on"] as const satisfies EnquiryColumn[];

export const missingEnquiryColumns = (match: ColumnMatch<EnquiryColumn>): EnquiryColumn[] =>
  needed.filter((column) => match[column] === undefined);

/** @param today in London. @throws Error with words for the screen */
export function readEnquiries(table: Table, match: ColumnMatch<EnquiryColumn>, today: string): EnquiryRow[] {
  const { rows } = withoutTotals(table, match);
  if (rows.length === 0) throw new Error("This file has a header and nothing below it.");
  if (rows.length > enquiryLimits.rows)
    throw new Error(`Please import at most ${enquiryLimits.rows} enquiries at a time.`);
  const isMonthFirst = hasMonthFirst(rows.map(({ cells }) => cells[match.enquired_on ?? -1] ?? ""));
  const isRepeated = repeatsOf();
  return rows.map(({ line, cells }) => {
    const day = cells[match.enquired_on ?? -1] ?? "";
    const row = toRow((column) => {
      const text = cells[match[column] ?? -1] ?? "";
      // Alt+Enter in a cell, and an answer of several lines.
      return column === "note" ? text : text.replaceAll(/\s*[\r\n\u2028]+\s*/g, " ");
    });
    const slip = pastDayProblem(row.enquired_on ?? "", today);
    const problem =
      isMonthFirst && isOtherMonthFirst(day)
        ? `${enquiryColumns.enquired_on}: ${tableFileMessages.monthFirst}`
        : describeEnquiryProblems(enquiryInputSchema.safeParse(row).error?.issues ?? []) ||
          (slip && `${enquiryColumns.enquired_on}: ${slip}`);
    return { line, ...row, problem: problem || (isRepeated(row) ? dealMessages.enquiryTwice : "") };
  });
}

/** A line that adds up others has no company. */
export const withoutTotals = (table: Table, match: ColumnMatch<EnquiryColumn>) => splitTotals(table.rows, match.name);

/** The header alone, with an example below it. */
export const enquiryTemplate = (): string =>
  toCsv([
    {
      [enquiryColumns.name]: "Tansy Ltd",
      [enquiryColumns.company_number]: "",
      [enquiryColumns.country]: "United Kingdom",
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
  const [first, last, whole] = [cell("founder_first_name"), cell("founder_last_name"), cell("founder")];
  // The import of people joins them in the same way.
  const joined = (first && last) || !whole.trim() ? [first, last].filter(Boolean).join(" ") : whole;
  const founder = { name: givenNameFirst(joined.trim()), email: cell("founder_email") };
  const country = cell("country").trim();
  return {
    name: cell("name"),
    company_number: cell("company_number"),
    ...(country && { country: countryOf(country) ?? country }),
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
