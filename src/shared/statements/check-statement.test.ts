import { expect, it } from "vitest";
import { isSignedAs } from "./check-statement.ts";

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
