import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { ChangeOfTerms } from "./versions-part.tsx";

const change = {
  version_id: "0190a0a0-0000-7000-8000-000000000009",
  commitments: 12,
  material_terms: ["Price of a share", "Value of the company before the round"],
  not_material_reason: null as string | null,
  closes_at: "2027-02-18T17:00:00.000Z",
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2027-01-19T12:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const wordsOf = (given: Partial<typeof change> = {}) =>
  textOf(
    markupOf(<ChangeOfTerms change={{ ...change, ...given }} hours={72} />).replaceAll(/<svg.*?<\/svg>/g, " "),
  ).trim();

it("A change of terms tells how many are asked again, for how long and why", () => {
  expect(wordsOf()).toBe(
    "Once two have signed, 12 members are asked again. Each has 72 hours to keep the commitment with the new terms, change it, or leave. " +
      "It is another offer, because of: Price of a share, Value of the company before the round.",
  );
  expect(wordsOf({ material_terms: [] })).toContain("Its author gave no reason why it is no other offer.");
});

it("A change of terms tells why nobody is asked", () => {
  expect(wordsOf({ commitments: 0 })).toBe("Nobody is asked again: nobody has committed by other terms.");
  expect(wordsOf({ material_terms: [], not_material_reason: "A week later.", commitments: 1 })).toBe(
    "Nobody is asked again: 1 commitment goes on under the new terms, and each member reads why it is no other offer: A week later.",
  );
});

it("A change of terms warns of a closing before the time to answer ends", () => {
  const soon = wordsOf({ closes_at: "2027-01-22T11:59:00.000Z" });
  expect(soon).toContain("Commitments close 22 Jan 2027, 11:59, before the time to answer ends (22 Jan 2027, 12:00");
  expect(wordsOf({ closes_at: "2027-01-18T17:00:00.000Z" })).toContain(
    "By these terms commitments closed 18 Jan 2027, 17:00",
  );
  expect(wordsOf({ closes_at: "2027-01-22T12:00:00.000Z" })).not.toContain("close");
});
