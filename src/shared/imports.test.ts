import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#tests/support/tries.ts";
import { parseImport, parseLine, splitLine } from "./imports.ts";

const nameAndEmail = (line: string) => {
  const [parsed] = parseImport(line);
  if (!parsed || !("email" in parsed)) return parsed?.message;
  const { full_name, email, tier } = parsed;
  return tier ? [full_name, email, tier] : [full_name, email];
};

it.each([
  ["Mina Castell, mina@castell.example", ["Mina Castell", "mina@castell.example"]],
  ["Mina Castell - mina@castell.example", ["Mina Castell", "mina@castell.example"]],
  ["Mina Castell\tmina@castell.example", ["Mina Castell", "mina@castell.example"]],
  ["mina@castell.example", ["mina", "mina@castell.example"]],
  ["Anne-Marie Smith-Jones - Anne@Castell.example", ["Anne-Marie Smith-Jones", "anne@castell.example"]],
  ["anne-marie@castell-jones.example", ["anne-marie", "anne-marie@castell-jones.example"]],
  ['"Castell, Mina", mina@castell.example', ["Castell, Mina", "mina@castell.example"]],
  ['"Mina ""Min"" Castell","mina@castell.example"', ['Mina "Min" Castell', "mina@castell.example"]],
  ["Castell, Mina, mina@castell.example", ["Castell, Mina", "mina@castell.example"]],
  [", mina@castell.example", "There is no name in this line"],
  ["Mina Castell", "There is no email address in this line"],
  ["Mina Castell, mina@", "The email address is not valid"],
  ['"Castell, Mina, mina@castell.example', "A quotation mark in this line is not closed"],
  ['"Min" Castell, mina@castell.example', ['"Min" Castell', "mina@castell.example"]],
  ["Mina Castell, mina@castell.example, vip", ["Mina Castell", "mina@castell.example", "vip"]],
  ["Mina Castell - mina@castell.example - Premium", ["Mina Castell", "mina@castell.example", "premium"]],
  ["Mina Castell\tmina@castell.example\tTRIAL", ["Mina Castell", "mina@castell.example", "trial"]],
  ["mina@castell.example; VIP", ["mina", "mina@castell.example", "vip"]],
  ['"Castell, Mina","Mina@castell.example","Vip"', ["Castell, Mina", "mina@castell.example", "vip"]],
  ["Mina Castell, mina@castell.example,", ["Mina Castell", "mina@castell.example"]],
  ["Mina, vip, mina@castell.example", ["Mina, vip", "mina@castell.example"]],
  ["Mina, mina@castell.example, gold", "After the email address only a tier can follow: trial, premium or vip"],
  ["Mina Castell, vip", "There is no email address in this line"],
  ["Mina Castell, mina@, vip", "The email address is not valid"],
  ["Mina @ Home, Castell", "There is no email address in this line"],
  ["name,email,tier", "Header line, not a member"],
  ["name,email", "Header line, not a member"],
  ["Full name\tE-mail address", "Header line, not a member"],
  ['"Name";"Email"', "Header line, not a member"],
  ["email,name,phone", "Header line, not a member"],
  ["EMAIL", "Header line, not a member"],
  ["Emaila, mina@castell.example", ["Emaila", "mina@castell.example"]],
])("An import reads %j", (line, expected) => {
  expect(nameAndEmail(line)).toEqual(expected);
});

it("An import skips blank lines and numbers the lines as people see them", () => {
  expect(parseImport("a@castell.example\r\n\r\n  \nb@castell.example").map(({ line }) => line)).toEqual([1, 4]);
});

describe("A hostile line", () => {
  it("is rejected when it has more than 600 characters", () => {
    const tooLong = { message: "This line has more than 600 characters" };
    expect(parseLine(`a${"\t".repeat(1_000_000)}a@mail.example`)).toEqual(tooLong);
    expect(parseLine(`${"a".repeat(601 - 15)}, a@mail.example`)).toEqual(tooLong);
  });
  it("is split in the same way as by a regular expression", () => {
    const expression = /^(.*?)(?:\s*[,;\t]\s*|\s+-\s+)("?[^\s,;"]*"?)$/;
    const pieces = fc.constantFrom("a", "Anna", "@b.example", " ", "  ", "\t", ",", ";", "-", " - ", '"');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (drawn) => {
        const input = `Ida${drawn.join("")}`.trim();
        const found = expression.exec(input);
        const name = found?.[1]?.trim();
        const address = (found?.[2] ?? input).trim().replace(/^"(.*)"$/, "$1");
        expect(splitLine(input)).toEqual({ name, address });
      }),
      { numRuns: tries(2000) },
    );
  });
});
