import { expect, it } from "vitest";
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
])("%j is a signature of %j: %j", (signature, legalName, isSigned) => {
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
