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
  ["Dr. Émile Zola, PhD", "Émile"],
  ["Sir Tim Reed", "Tim"],
  ["Prof. Dr. Ada Byron", "Ada"],
  ["Castell, Ms Mina", "Mina"],
  ["Mr Castell, Mina", "Mina"],
  ["Mina Castell, FCMA", "Mina"],
  ["Mina Castell, FRSA", "Mina"],
  ["Mina Castell, BA (Hons)", "Mina"],
  ["Mina Castell, MP", "Mina"],
  ["Mina Castell, CEO", "Mina"],
  ["Mina Castell, Lady of Ash", "Mina"],
  ["Castell-Márquez, Gabriel", "Gabriel"],
  ["Lord, Mina", "Mina"],
  ["The Rt Hon. Mina Castell", "Mina"],
  ["Dr", "Dr"],
  [" ", ""],
])("The first name of %j is %j", (name, expected) => {
  expect(firstNameOf(name)).toBe(expected);
});
