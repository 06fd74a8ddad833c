import { expect, it } from "vitest";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { datesOf } from "../commitment-page.tsx";

const now = Date.parse("2027-01-16T12:00:00Z");
const events = (...kinds: string[]) =>
  kinds.map((kind, index) => ({
    id: `${index}`,
    kind,
    happened_at: `2027-01-${20 + index}T15:00:00.000Z`,
    shares: null,
    amount_pence: null,
    terms_number: 1,
    reason: null,
  }));
const dates = (state: OwnCommitment["state"], kinds: string[] = [], at = now) =>
  datesOf(
    {
      state,
      history: events(...kinds),
      closes_at: "2027-01-18T17:00:00.000Z",
      completion_expected_on: "2027-02-02",
      call_hours: 48,
    },
    at,
    // Which versions of Node write, and browsers do not.
  ).map(([label, when]) => [label, when.replaceAll(/day, (?=\d)/g, "day ")] as const);

it("A step without a date tells what is known of it", () => {
  expect(dates("committed")).toEqual([
    ["Shares allocated", "Not yet. Commitments close Monday 18 January 2027, 17:00."],
    ["Money called", "Not yet. You are told, and have 48 hours then."],
    ["Shares expected", "Tuesday 2 February 2027"],
  ]);
  expect(dates("committed", [], Date.parse("2027-01-19T12:00:00Z"))[0]?.[1]).toBe(
    "Not yet. Commitments closed Monday 18 January 2027, 17:00; you are told when the shares are allocated.",
  );
  expect(dates("needs_reconsent", ["asked_again"])[0]?.[1]).toBe("Not yet. Everybody is asked again first.");
});

it("A step that has happened has its time", () => {
  expect(dates("called", ["allocated", "called"]).map(([, when]) => when)).toEqual([
    "Wednesday 20 January 2027, 15:00",
    "Thursday 21 January 2027, 15:00",
    "Tuesday 2 February 2027",
  ]);
});

it("New terms put what happened before them ahead again", () => {
  expect(
    dates("committed", ["allocated", "called", "asked_again", "kept"]).map(([, when]) => when.slice(0, 8)),
  ).toEqual(["Not yet.", "Not yet.", "Tuesday "]);
});

it("A member on the waiting list has nothing called", () => {
  expect(dates("waiting_list", ["waiting_list"])).toEqual([
    ["Shares allocated", "Wednesday 20 January 2027, 15:00"],
    ["Shares expected", "Tuesday 2 February 2027"],
  ]);
});
