import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { alderBankFile } from "#tests/support/alder-bank-file.ts";
import { readBankFile } from "../bank-files/read-bank-file.ts";
import { lineKeys } from "./import-bank-file.ts";

const account = "0d1f5a52-6a2d-4b7c-9f40-3a2a5d1f0c11";
const golden = readBankFile(new TextEncoder().encode(alderBankFile), { today: "2027-02-03" }).lines;

/** Few days, amounts and texts, so that many lines are equal. */
const someLines = array(
  record({
    date: constantFrom("2027-01-25", "2027-01-26", "2027-01-27"),
    payer: constantFrom("A", "B"),
    reference: constantFrom("", "R"),
    amount_pence: constantFrom(-100, 100, 250),
  }),
  { maxLength: 40 },
).map((lines) =>
  lines.map((line) => ({ ...line, id: null })).toSorted((one, other) => (one.date < other.date ? -1 : 1)),
);
const place = integer({ min: 0, max: 40 });
const sorted = (...files: string[][]) => [...new Set(files.flat())].toSorted();

describe("Lines without a number of the bank's", () => {
  it("Keys of lines are the same in the same file, and none of another's", () => {
    expect(lineKeys(account, golden)).toEqual(lineKeys(account, golden));
    expect(new Set(lineKeys(account, golden)).size).toBe(15);
    expect(new Set([...lineKeys(account, golden), ...lineKeys("another", golden)]).size).toBe(30);
  });

  it("Keys of lines differ by each part, and those of equal lines by their number in the day", () => {
    const line = { date: "2027-01-25", payer: "A", reference: "B", amount_pence: 100, id: null };
    const keys = lineKeys(account, [
      ...[line, line, { ...line, date: "2027-01-26" }, { ...line, payer: "AB", reference: "" }],
      ...[
        { ...line, amount_pence: 101 },
        { ...line, reference: "C" },
      ],
    ]);
    expect(new Set(keys).size).toBe(6);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it("Keys of overlapping files are those of the whole file, where the later one begins with a day", () => {
    assert(
      property(someLines, place, place, (lines, end, start) => {
        const cut = lines[Math.min(start, end)]?.date ?? "";
        const [earlier, later] = [lines.slice(0, end), lines.filter(({ date }) => date >= cut)];
        expect(sorted(lineKeys(account, earlier), lineKeys(account, later))).toEqual(sorted(lineKeys(account, lines)));
      }),
    );
  });

  it("Keys of a cut file are none but those of the whole file, wherever files are cut", () => {
    assert(
      property(someLines, place, place, (lines, start, end) => {
        const whole = new Set(lineKeys(account, lines));
        for (const key of lineKeys(account, lines.slice(start, end))) expect(whole).toContain(key);
      }),
    );
  });
});

it("Lines with a number of the bank's have the keys of the whole file, wherever files are cut, with whatever text", () => {
  assert(
    property(someLines, place, place, (some, one, other) => {
      const lines = some.map((line, index) => ({ ...line, id: `tx_${index}` }));
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const renamed = lines.slice(start).map((line) => ({ ...line, payer: "renamed" }));
      const keys = sorted(lineKeys(account, lines.slice(0, end)), lineKeys(account, renamed));
      expect(keys).toEqual(sorted(lineKeys(account, lines)));
    }),
  );
});
