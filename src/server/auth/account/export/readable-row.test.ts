import { expect, it } from "vitest";
import { readableRow } from "./data-archive.tsx";

it.each([
  ["refused", "Refused: a figure was below the least that the form asks for. The figure itself is not kept."],
  ["contradiction", "Refused: a condition was answered Yes, and also that none applies. The answers are not kept."],
  ["declined", "Nothing signed: you answered that no condition applies."],
])("An attempt to sign a statement that came out as %s says what was refused", (outcome, words) => {
  const { entries } = readableRow("statement_attempts", { attempted_at: new Date("2026-11-20T09:00:00Z"), outcome });
  expect(entries).toContainEqual({ label: "Outcome", value: words });
});

it("The last day on which a record is needed says that the law keeps it longer", () => {
  const { entries } = readableRow("investor_records", { needed_until: "2027-10-29" });
  expect(entries).toEqual([
    {
      label: "Needed by statements and commitments until (how long the law keeps it then is on the account page)",
      value: "29 October 2027",
    },
  ]);
});
