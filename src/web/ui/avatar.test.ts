import { describe, expect, it } from "vitest";
import { initials } from "./avatar.tsx";

describe("A directory card", () => {
  it.each([
    ["Tomasz Lindqvist", "TL"],
    ["mina", "M"],
    ["  Ana Maria  de Souza ", "AM"],
    ["李 小龙", "李小"],
    ["Dr Rosa Alvarez", "RA"],
    ["Prof. Dr. Jonas Weber", "JW"],
    ["MR tomasz lindqvist", "TL"],
    ["Drew Ellis", "DE"],
    ['Bartholomew "Bart" O’Hara', "BB"],
    ["Dr", "D"],
    ["", ""],
  ])("The card of %j shows the initials %j", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
