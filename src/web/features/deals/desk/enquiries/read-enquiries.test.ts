import { expect, it } from "vitest";
import { enquiryInputSchema } from "#shared/deals.ts";
import { enquiryTemplate, readEnquiries } from "./read-enquiries.ts";

it("reads columns in any order and spelling, and days as British spreadsheets write them", () => {
  const text =
    "enquired_on;COMPANY;Round;Founder email\n18/1/2027;Tansy;Seed;rosa@tansy.example\n\n2027-01-05;Gannet;A;";
  expect(readEnquiries(text)).toMatchObject({
    rows: [
      {
        name: "Tansy",
        round_name: "Seed",
        enquired_on: "2027-01-18",
        founders: [{ name: "rosa@tansy.example", email: "rosa@tansy.example" }],
      },
      { name: "Gannet", round_name: "A", enquired_on: "2027-01-05", founders: [] },
    ],
  });
});

it("reads its own template as an enquiry that the API takes", () => {
  const read = readEnquiries(enquiryTemplate());
  const [row] = "rows" in read ? read.rows : [];
  expect(enquiryInputSchema.parse(row)).toMatchObject({ name: "Tansy Ltd", round_name: "Seed round 2027" });
});

it.each([
  ["Name,Round\nTansy,Seed", "No column of this file is called Company. The template has the header."],
  ["Company,Round,Enquired on", "This file has a header and nothing below it."],
  [`Company\n${"Tansy\n".repeat(501)}`, "Please import at most 500 enquiries at a time."],
])("refuses a file without rows to import: %#", (text, problem) => {
  expect(readEnquiries(text)).toEqual({ problem });
});
