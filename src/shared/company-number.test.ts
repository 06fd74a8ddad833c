import { expect, it } from "vitest";
import { companyNumberSchema } from "./company-number.ts";

it.each([
  ["01234567", "01234567"],
  ["1234567", "01234567"],
  [" 0123 4567 ", "01234567"],
  ["\u200B01234567\u00A0", "01234567"],
  ["SC123456", "SC123456"],
  ["oc 301234", "OC301234"],
])("keeps the company number %j as %j", (typed, kept) => {
  expect(companyNumberSchema.parse(typed)).toBe(kept);
});

it.each(["", "abc 12", "12 34", "123456", "123456789", "SC12345", "S1234567", "ABC12345", "0123456O", "０1234567"])(
  "refuses the company number %j with an example",
  (typed) => {
    expect(companyNumberSchema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      "Please enter a company number like 01234567 or SC123456",
    ]);
  },
);
