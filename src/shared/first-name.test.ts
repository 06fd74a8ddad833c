import { expect, it } from "vitest";
import { firstNameOf } from "./first-name.ts";

it.each([
  ["Mina Castell", "Mina"],
  ["  Mina  Castell ", "Mina"],
  ["Castell, Mina", "Mina"],
  ["van der Berg,Jan Peter", "Jan"],
  ["Castell,", "Castell"],
  [", Mina", "Mina"],
  ["Mina Castell, PhD", "Mina"],
  ["Mina Castell, Jr.", "Mina"],
  ["Castell, Kcenia", "Kcenia"],
  [" ", ""],
])("The first name of %j is %j", (name, expected) => {
  expect(firstNameOf(name)).toBe(expected);
});
