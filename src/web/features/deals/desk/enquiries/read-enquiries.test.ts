import { expect, it } from "vitest";
import { enquiryInputSchema } from "#shared/deals/deals.ts";
import { readText } from "#web/lib/open-table.ts";
import { enquirySpecs, enquiryTemplate, missingEnquiryColumns, readEnquiries } from "./read-enquiries.ts";

function read(text: string) {
  const { table, match } = readText(text, enquirySpecs);
  return readEnquiries(table, match);
}

it("reads columns in any order and spelling, and days as British spreadsheets write them", () => {
  const text =
    "enquired_on;COMPANY;Round;Founder email\n18/1/2027;Tansy;Seed;rosa@tansy.example\n\n2027-01-05;Gannet;A;";
  expect(read(text)).toMatchObject([
    {
      ...{ line: 2, name: "Tansy", round_name: "Seed", enquired_on: "2027-01-18" },
      founders: [{ name: "rosa@tansy.example", email: "rosa@tansy.example" }],
    },
    { line: 4, name: "Gannet", round_name: "A", enquired_on: "2027-01-05", founders: [] },
  ]);
});

it.each([
  ["sep=;\nCompany;Round;Enquired on\nTansy;Seed;18-Jan-27", "2027-01-18"],
  ["Our deals\n\nCompany name,Stage,Date received\nTansy,Seed,46405", "2027-01-18"],
  ["Startup\tStage\tSubmitted at\nTansy\tSeed\t2027-01-18T23:30:00Z", "2027-01-18"],
])("reads %j", (text, enquired_on) => {
  expect(read(text)).toMatchObject([{ name: "Tansy", round_name: "Seed", enquired_on }]);
});

it("reads its own template as an enquiry that the API takes", () => {
  const [{ line: _, ...row } = { line: 0 }] = read(enquiryTemplate());
  expect(enquiryInputSchema.parse(row)).toMatchObject({ name: "Tansy Ltd", round_name: "Seed round 2027" });
});

it("says before the import what the club would refuse of a row, by the titles of its columns", () => {
  const rows = read(
    "Company,Number,Website,Round,Enquired on,Founder email\nKelp,SC123456,www.kelp.example,Seed,31/11/2026,\nWeir,,,Seed,2026-11-20,rosa",
  );
  expect(rows.map(({ problem }) => problem)).toEqual([
    "Enquired on: Please enter a date",
    "Founder email: Please enter a valid email address.",
  ]);
});

it.each([
  ["Company,Round,Enquired on", "This file has a header and nothing below it."],
  [`Company\n${"Tansy\n".repeat(501)}`, "Please import at most 500 enquiries at a time."],
])("refuses a file without rows to import: %#", (text, problem) => {
  expect(() => read(text)).toThrow(problem);
});

it("asks for the columns that have to be filled in, where no title says them", () => {
  const { match } = readText("Name,Round\nTansy,Seed", enquirySpecs);
  expect(missingEnquiryColumns(match)).toEqual(["name", "enquired_on"]);
});
