import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const text = readFileSync("docs/security.md", "utf8");
const asvs = text.slice(text.indexOf("## OWASP ASVS"));
const rows = [...asvs.matchAll(/^\| (\d[\d., ]*) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, numbers = "", , state = "", shown = ""]) => ({ numbers: numbers.trim().split(", "), state, shown }),
);

/** ASVS 5.0.0: requirements of levels 1 and 2 per chapter. */
const requirements = {
  V1: 27,
  V2: 11,
  V3: 19,
  V4: 10,
  V5: 9,
  V6: 35,
  V7: 18,
  V8: 7,
  V9: 7,
  V10: 29,
  V11: 14,
  V12: 9,
  V13: 13,
  V14: 9,
  V15: 13,
  V16: 16,
  V17: 7,
};

describe("The ASVS table of docs/security.md", () => {
  it("The table of docs/security.md lists every requirement of ASVS 5.0.0 at levels 1 and 2 exactly once", () => {
    const numbers = rows.flatMap((row) => row.numbers);
    expect(new Set(numbers).size).toBe(numbers.length);
    const counts: Record<string, number> = {};
    for (const number of numbers) {
      const chapter = `V${number.split(".")[0]}`;
      counts[chapter] = (counts[chapter] ?? 0) + 1;
    }
    expect(counts).toEqual(requirements);
  });
  it("The table of docs/security.md gives each requirement one of three states with a reason", () => {
    expect(rows.filter(({ state }) => !["met", "open", "not applicable"].includes(state))).toEqual([]);
    expect(rows.filter(({ shown }) => shown.trim().length < 3)).toEqual([]);
  });
  it("The table of docs/security.md refers only to files that exist", () => {
    const files = [...text.matchAll(/`((?:src|tests|docs|migrations|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, file = ""]) => file,
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
