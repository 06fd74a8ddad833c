import { describe, expect, it } from "vitest";
import { distance, marked, matching, matchingForgiving, nearest } from "./find.ts";

describe("What is typed in the palette", () => {
  const entries = [
    { label: "Sample Ålder", hint: "", to: "/1" },
    { label: "Alder Analytics", hint: "Deal desk, released", to: "/2" },
    { label: "Mónica Aldana", hint: "People, pending", to: "/3" },
  ];

  it("A page is found in any case and accent, by name or place, with beginnings first", () => {
    expect(matching(entries, "ALDER").map(({ to }) => to)).toEqual(["/2", "/1"]);
    expect(matching(entries, "monica").map(({ to }) => to)).toEqual(["/3"]);
    expect(matching(entries, "analytics released").map(({ to }) => to)).toEqual(["/2"]);
    expect(matching(entries, "analytics pending")).toEqual([]);
  });

  it("A name with an apostrophe is found and marked by either form of it", () => {
    const company = { label: "O’Briain & Müller", hint: "Deal, open", to: "/4" };
    expect(matching([...entries, company], "o'briain")).toEqual([company]);
    expect(marked("O’Briain & Co", "o'bri")).toEqual(["", "O’Bri", "ain & Co"]);
  });

  it("A match in the palette is marked in the name as it is written", () => {
    expect(marked("Mónica Aldana", "monica al")).toEqual(["", "Mónica Al", "dana"]);
    expect(marked("Alder", "x")).toEqual(["Alder", "", ""]);
    expect(marked("Alder", "")).toEqual(["Alder", "", ""]);
  });

  it("A match in the palette is marked at the beginning of a word, the first that is there", () => {
    expect(marked("Money, Who has not paid", "not paid")).toEqual(["Money, Who has ", "not paid", ""]);
    expect(marked("SEIS3 certificate", "tax cert")).toEqual(["SEIS3 ", "cert", "ificate"]);
    expect(marked("Deals (closing)", "(clo")).toEqual(["Deals ", "(clo", "sing)"]);
  });
});

describe("The words of a query", () => {
  const found = (label: string, query: string, words?: string) =>
    matching([{ label, hint: "", words }], query).length === 1;

  it.each([
    ["Year-end summary", "year end"],
    ["Year-end summary", "yearend"],
    ["Year-end summary", "YEAR-END"],
    ["Email", "e-mail"],
    ["Two-factor sign-in", "twofactor"],
    ["Certificate", "certificates"],
    ["Companies", "company"],
    ["Companies", "companies"],
    ["Who has not paid", "who has not paid"],
    ["Sign your statement", "sign my statement"],
    ["The", "the"],
  ])("The label %s is found by %s", (label, query) => {
    expect(found(label, query)).toBe(true);
  });

  it("A query in two words finds a synonym that is written in one", () => {
    expect(found("System", "back up", "backup, health")).toBe(true);
  });

  it("A query matches only the beginning of a word: late is not in template", () => {
    expect(found("Template", "late")).toBe(false);
  });

  it("A match of the label comes first, then a synonym that is all that was typed", () => {
    const entries = [
      { label: "Ages of prices", hint: "", words: "" },
      { label: "Companies", hint: "", words: "prices, exit" },
      { label: "Prices", hint: "", words: "" },
    ];
    expect(matching(entries, "prices").map(({ label }) => label)).toEqual(["Prices", "Companies", "Ages of prices"]);
  });

  it.each(["passwrod", "pasword", "passwords", "pasxword", "passswor"])(
    "A query with one wrong letter still finds: %s",
    (query) => {
      expect(matchingForgiving([{ label: "Password", hint: "" }], query)).toHaveLength(1);
    },
  );

  it.each(["pxsxword", "bamk"])(
    "A query with two wrong letters, or one in a short word, finds nothing: %s",
    (query) => {
      expect(matchingForgiving([{ label: "Password, bank", hint: "" }], query)).toEqual([]);
    },
  );

  it("The nearest page is suggested where nothing is found", () => {
    const entries = [{ label: "Audit" }, { label: "Documents" }, { label: "Money" }].map((one) => ({
      ...one,
      hint: "",
    }));
    expect(nearest(entries, "doccumens", 1).map(({ label }) => label)).toEqual(["Documents"]);
    expect(nearest(entries, "gardening", 1)).toEqual([]);
  });
});

it.each([
  ["", "abc", 3],
  ["bank", "bank", 0],
  ["bank", "bnak", 1],
  ["bank", "banks", 1],
  ["kitten", "sitting", 3],
])("distance counts the letters between %s and %s", (one, other, expected) => {
  expect(distance(one, other)).toBe(expected);
});
