import { describe, expect, it } from "vitest";
import { checkStatement, isSignedAs } from "./check-statement.ts";

it.each([
  ["Tomos O’Brien", "Tomos O'Brien", true],
  ["tomos  o‘brien", "Tomos O’Brien", true],
  ["Anne‑Marie Lloyd", "Anne-Marie Lloyd", true],
  ["Mara Elina Ozolins-D'Arcy", "Māra Elīna Ozoliņš-D'Arcy", true],
  ["Lukasz Soren", "Łukasz Søren", true],
  ["Mara Elina Ozolina", "Māra Elīna Ozoliņš", false],
  ["Anne Marie Lloyd", "Anne-Marie Lloyd", false],
  ["Tomos OBrien", "Tomos O'Brien", false],
])("The text %j is a signature of %j: %j", (signature, legalName, isSigned) => {
  expect(isSignedAs(signature, legalName)).toBe(isSigned);
});

it.each([
  ["Anne Marie Lloyd", "Type your name as Anne-Marie Lloyd: the letters are right, its hyphens or other marks are not"],
  ["Anne Lloyd", "Type your name as Anne-Marie Lloyd"],
])("A signature %j is refused with the words %j", (signature, message) => {
  const content = { conditions: [], declarations: [], none_text: "" } as unknown as Parameters<
    typeof checkStatement
  >[0];
  const given = {
    kind: "high_net_worth",
    answers: { income: { applies: true, fields: {} } },
    none_apply: false,
  } as const;
  const input = { ...given, declarations: [], legal_name: "Anne-Marie Lloyd", signature };
  expect(checkStatement(content, input, null).filter(({ path }) => path === "signature")).toEqual([
    { path: "signature", message, code: "signature_mismatch" },
  ]);
});

describe("What somebody answers of a company of theirs and of how often", () => {
  const field = (key: string) => ({ key, label: key, least: null, nearest: null });
  const content = {
    conditions: [
      { key: "director", text: "", fields: [field("company"), field("company_number")] },
      { key: "investments", text: "", fields: [field("number")] },
    ],
    declarations: [],
    none_text: "",
  } as unknown as Parameters<typeof checkStatement>[0];
  const problemsOf = (company_number: string, number: number) =>
    checkStatement(
      content,
      {
        kind: "self_certified_sophisticated",
        none_apply: false,
        declarations: [],
        answers: {
          director: { applies: true, fields: { company: "Fern Robotics Ltd", company_number } },
          investments: { applies: true, fields: { number } },
        },
        legal_name: "Ida Berg",
        signature: "Ida Berg",
      },
      null,
    ).map(({ path, message }) => [path.split(".").at(-1), message]);

  it.each(["01234567", "SC123456", "oc 301 234", "DE HRB 12345", "5912345-7", "1234"])(
    "accepts the company number %j",
    (number) => {
      expect(problemsOf(number, 3)).toEqual([]);
    },
  );
  it.each(["0", "00000000", "x", "n/a", "12"])("refuses the company number %j with what to enter", (number) => {
    expect(problemsOf(number, 3)).toEqual([
      ["company_number", "Please enter the number as the companies register has it, like 01234567"],
    ]);
  });
  it("An answer of more investments than anybody makes is refused", () => {
    expect(problemsOf("01234567", 1000)).toEqual([]);
    expect(problemsOf("01234567", 12_345_678)).toEqual([["number", "Please enter at most 1,000"]]);
  });
});
