import { describe, expect, it } from "vitest";
import { initials } from "./avatar.tsx";

describe("A directory card", () => {
  it.each([
    ["Tomasz Lindqvist", "TL"],
    ["mina", "M"],
    ["  Ana Maria  de Souza ", "AM"],
    ["李 小龙", "李小"],
    ["", ""],
  ])("shows for %j the initials %j", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
