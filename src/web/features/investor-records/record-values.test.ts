import { expect, it } from "vitest";
import { recordSchema, toFormValues, typedDay } from "./record-values.ts";

it.each([
  ["27/03/1980", "1980-03-27"],
  [" 27.3.1980 ", "1980-03-27"],
  ["1-2-1980", "1980-02-01"],
  ["27 03 1980", "1980-03-27"],
  ["27031980", "1980-03-27"],
  ["1980-03-27", "1980-03-27"],
  [" 12 May 1979 ", "1979-05-12"],
  ["27 March", "27 March"],
  ["12 May 79", "12 May 79"],
  [" ", null],
])("A date of birth typed as %j is %j", (typed, day) => {
  expect(typedDay(typed)).toBe(day);
});

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
  expect(toFormValues(record).date_of_birth).toBe("29/02/1980");
  expect(recordSchema.parse(toFormValues(record))).toEqual(record);
});

it("What is empty in the form is not known; nothing is ticked before somebody does", () => {
  const values = toFormValues(nothing);
  expect(values.is_uk_taxpayer).toBe("");
  expect(recordSchema.parse(values)).toEqual(nothing);
});

it.each([
  ["31/02/1980", "There is no such day in the calendar"],
  ["march", "Please enter day, month and year, such as 27/03/1980"],
  ["31/12/1899", "Please check the year"],
  ["01/01/2999", "This day has not come yet"],
  [`01/01/${new Date().getFullYear() - 17}`, "You have to be 18 or older"],
])("The form refuses %s as date of birth, at its field", (date_of_birth, message) => {
  const { error } = recordSchema.safeParse({ ...toFormValues(record), date_of_birth });
  expect(error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([["date_of_birth", message]]);
});
