import { expect, it } from "vitest";
import { recordSchema, toFormValues } from "./record-values.ts";

const record = {
  legal_name: "Mina Jane Castell",
  date_of_birth: "1980-02-29",
  address: "4 Ferry Lane\nLeeds LS1 1AA",
  country: "GB",
  is_uk_taxpayer: false,
  bank_account_name: "M J Castell",
};
const nothing = {
  legal_name: null,
  date_of_birth: null,
  address: null,
  country: null,
  is_uk_taxpayer: null,
  bank_account_name: null,
};

it("A record goes through the form unchanged", () => {
  expect(toFormValues(record).date_of_birth).toBe("1980-02-29");
  expect(recordSchema.parse(toFormValues(record))).toEqual(record);
});

it("An empty field of a record's form is sent as not known; nothing is ticked before somebody does", () => {
  const values = toFormValues(nothing);
  expect(values.is_uk_taxpayer).toBe("");
  expect(recordSchema.parse(values)).toEqual(nothing);
});

it.each([
  ["31/2/1980", "Please enter day, month and year, such as 27 3 1980"],
  ["1899-12-31", "Please check the year"],
  ["2999-01-01", "This day has not come yet"],
  [`${new Date().getFullYear() - 17}-01-01`, "You have to be 18 or older"],
])("A record's form refuses %s as date of birth, at its field", (date_of_birth, message) => {
  const { error } = recordSchema.safeParse({ ...toFormValues(record), date_of_birth });
  expect(error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([["date_of_birth", message]]);
});
