import { expect, it } from "vitest";
import { isSignedAs } from "./check-statement.ts";

it.each([
  ["Tomos O’Brien", "Tomos O'Brien", true],
  ["tomos  o‘brien", "Tomos O’Brien", true],
  ["Anne‑Marie Lloyd", "Anne-Marie Lloyd", true],
  ["Anne Marie Lloyd", "Anne-Marie Lloyd", false],
  ["Tomos OBrien", "Tomos O'Brien", false],
])("%j is a signature of %j: %j", (signature, legalName, isSigned) => {
  expect(isSignedAs(signature, legalName)).toBe(isSigned);
});
