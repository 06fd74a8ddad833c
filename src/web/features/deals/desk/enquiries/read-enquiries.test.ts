import { expect, it } from "vitest";
import { enquiryInputSchema } from "#shared/deals/deals.ts";
import { readText } from "#web/lib/open-table.ts";
import { enquirySpecs, enquiryTemplate, missingEnquiryColumns, readEnquiries } from "./read-enquiries.ts";

function read(text: string) {
  const { table, match } = readText(text, enquirySpecs);
  return readEnquiries(table, match, "2027-02-01");
}

it("Columns are read in any order and spelling, and days as British spreadsheets write them", () => {
  const text =
    "enquired_on;COMPANY;Round;Founder email\n18/1/2027;Tansy;Seed;rosa@tansy.example\n\n2027-01-05;Gannet;A;";
  expect(read(text)).toMatchObject([
    {
      line: 2,
      name: "Tansy",
      round_name: "Seed",
      enquired_on: "2027-01-18",
      founders: [{ name: "rosa@tansy.example", email: "rosa@tansy.example" }],
    },
    { line: 4, name: "Gannet", round_name: "A", enquired_on: "2027-01-05", founders: [] },
  ]);
});

it.each([
  ["sep=;\nCompany;Round;Enquired on\nTansy;Seed;18-Jan-27", "2027-01-18"],
  ["Our deals\n\nCompany name,Stage,Date received\nTansy,Seed,46405", "2027-01-18"],
  ["Startup\tStage\tSubmitted at\nTansy\tSeed\t2027-01-18T23:30:00Z", "2027-01-18"],
])("The file %j is read with its day %s", (text, enquired_on) => {
  expect(read(text)).toMatchObject([{ name: "Tansy", round_name: "Seed", enquired_on }]);
});

it("A line break within a cell is a space, but in the note", () => {
  const [row] = read(
    'Company,Round,What it does,Note,Enquired on\nTansy,Seed,"Yarn from nettles\r\nSpun in Wales","Met in May.\nCall back.",2027-01-18',
  );
  expect(row).toMatchObject({
    one_line: "Yarn from nettles Spun in Wales",
    note: "Met in May.\nCall back.",
    problem: "",
  });
});

it("A company that is in the list twice is marked, as the club would mark it, and a total is left out", () => {
  const rows = read(
    "Company,Number,Round,Enquired on\nTidewatt Ltd,13579246,Seed,2026-11-02\nTidewatt Limited,,Seed,2026-11-06\nKelp,13579246,Seed,2026-11-06\nWeir,,Seed,2026-11-06\nTotal,,3,",
  );
  const twice = "Twice in this list: a row above has this name or number";
  expect(rows.map(({ name, problem }) => [name, problem])).toEqual([
    ["Tidewatt Ltd", ""],
    ["Tidewatt Limited", twice],
    ["Kelp", twice],
    ["Weir", ""],
  ]);
});

it("A founder's first and last name are joined, as forms ask for them", () => {
  const [row] = read(
    "Company,What is your first name?,Your last name,Email,Stage,Submitted at\nTidewatt Ltd,Erin,Calloway,erin@tidewatt.example,Seed,2026-11-02 09:20:01",
  );
  expect(row).toMatchObject({ founders: [{ name: "Erin Calloway", email: "erin@tidewatt.example" }], problem: "" });
});

it("Days that may have the month first are refused once one day of the file has", () => {
  const rows = read(
    "Company,Round,Enquired on\nKelp,Seed,11/08/2026 10:00\nWeir,Seed,11/13/2026 10:02\nTansy,Seed,2026-11-02",
  );
  const problem = "Enquired on: the file seems to put the month first. Write all its days such as 2024-03-15";
  expect(rows.map((row) => row.problem)).toEqual([problem, problem, ""]);
});

it("The template is read as an enquiry that the API accepts", () => {
  const [{ line: _, ...row } = { line: 0 }] = read(enquiryTemplate());
  expect(enquiryInputSchema.parse(row)).toMatchObject({ name: "Tansy Ltd", round_name: "Seed round 2027" });
});

it("A row that the club would refuse is marked before the import, by the titles of its columns", () => {
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
])("A file without rows to import is refused: %#", (text, problem) => {
  expect(() => read(text)).toThrow(problem);
});

it("Companies abroad, addresses without https, and family names that come first are read", () => {
  const text =
    'Company,Co. No.,Country,Website,Founder,Round,Enquired on\nTidal,HRB 12345,Germany,tidal.example,"Okafor, Chidi",Seed,5 Nov 2026\nFjord,998 877,norwegian,,,Seed,5 Nov 2026';
  const [tidal, fjord] = read(text);
  expect(tidal).toMatchObject({
    problem: "",
    company_number: "HRB 12345",
    country: "DE",
    founders: [{ name: "Chidi Okafor" }],
  });
  expect(enquiryInputSchema.parse(tidal)).toMatchObject({ country: "DE", website: "https://tidal.example" });
  expect(fjord?.problem).toBe("Country: Please enter a country, such as Ireland or IE");
});

it("The columns that have to be filled in are asked for where no title matches them", () => {
  const { match } = readText("Name,Round\nTansy,Seed", enquirySpecs);
  expect(missingEnquiryColumns(match)).toEqual(["name", "enquired_on"]);
});

it("A day to come, or long ago, is marked as the import would mark it", () => {
  const rows = read("Company,Round,Enquired on\nTansy,Seed,2/2/2027\nKelp,Seed,2/2/1927\nWeir,Seed,1/2/2027");
  expect(rows.map(({ problem }) => problem)).toEqual([
    ...["Enquired on: Choose today or an earlier day", "Enquired on: Please check the year", ""],
  ]);
});
