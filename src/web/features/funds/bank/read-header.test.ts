import { expect, it } from "vitest";
import { countLines, readHeader } from "./read-header.ts";

it.each([
  ["Date,Payer,Amount\n25/01/2027,Ben,10.00\n", ["Date", "Payer", "Amount"]],
  ["\uFEFF\r\nDay;Text;Betrag;\r\n1;2;3;\r\n", ["Day", "Text", "Betrag"]],
  ['"Date","Amount, in pounds"\n1,2', ["Date", "Amount, in pounds"]],
  ["", []],
])("reads the names of the columns of %j", (text, expected) => {
  expect(readHeader(text)).toEqual(expected);
});

it("counts the lines below the header", () => {
  expect(countLines("Date,Payer\r\n1,a\r\n\r\n2,b\r\n")).toBe(2);
  expect(countLines("")).toBe(0);
});
