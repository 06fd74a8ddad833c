import { expect, it } from "vitest";
import { parseImport } from "./member-imports.ts";

const nameAndEmail = (line: string) => {
  const [parsed] = parseImport(line);
  return parsed && "email" in parsed ? [parsed.full_name, parsed.email] : parsed?.message;
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
  ["name,email", "Header line, not a member"],
  ["Full name\tE-mail address", "Header line, not a member"],
  ['"Name";"Email"', "Header line, not a member"],
  ["email,name,phone", "Header line, not a member"],
  ["EMAIL", "Header line, not a member"],
  ["Emaila, mina@castell.example", ["Emaila", "mina@castell.example"]],
])("An import reads %j", (line, expected) => {
  expect(nameAndEmail(line)).toEqual(expected);
});

it("An import skips blank lines and keeps the numbers that people see", () => {
  expect(parseImport("a@castell.example\r\n\r\n  \nb@castell.example").map(({ line }) => line)).toEqual([1, 4]);
});
