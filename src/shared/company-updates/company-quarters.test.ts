import { describe, expect, it } from "vitest";
import {
  dueDayOf,
  lastDayOf,
  lastQuarterBefore,
  quarterName,
  quarterOf,
  quartersBetween,
  quartersOwed,
  quarterWords,
  shiftQuarter,
  shortQuarter,
} from "./company-quarters.ts";

describe("A quarter", () => {
  it.each([
    ["2029-01-01", "2029-Q1"],
    ["2029-03-31", "2029-Q1"],
    ["2029-04-01", "2029-Q2"],
    ["2029-10-12", "2029-Q4"],
    ["2029-12-31", "2029-Q4"],
  ])("The quarter of %s is %s", (day, quarter) => expect(quarterOf(day)).toBe(quarter));

  it("Quarters are counted across years", () => {
    expect([shiftQuarter("2029-Q1", -1), shiftQuarter("2028-Q4", 1), shiftQuarter("2029-Q3", -7)]).toEqual([
      "2028-Q4",
      "2029-Q1",
      "2027-Q4",
    ]);
    expect(quartersBetween("2028-Q3", "2029-Q1")).toEqual(["2029-Q1", "2028-Q4", "2028-Q3"]);
    expect(quartersBetween("2029-Q1", "2028-Q3")).toEqual([]);
  });

  it("A quarter ends on its last day, and its update is due 30 days later", () => {
    expect(["2028-Q1", "2028-Q2", "2028-Q3", "2028-Q4"].map(lastDayOf)).toEqual([
      "2028-03-31",
      "2028-06-30",
      "2028-09-30",
      "2028-12-31",
    ]);
    expect(["2028-Q1", "2029-Q3", "2029-Q4"].map(dueDayOf)).toEqual(["2028-04-30", "2029-10-30", "2030-01-30"]);
  });

  it("An update is owed from the quarter in which shares are first held, once the quarter is over", () => {
    expect(lastQuarterBefore("2027-04-01")).toBe("2027-Q1");
    expect(quartersOwed("2027-02-02", "2027-03-31")).toEqual([]);
    expect(quartersOwed("2027-02-02", "2027-04-01")).toEqual(["2027-Q1"]);
    expect(quartersOwed("2027-02-02", "2027-12-31")).toEqual(["2027-Q3", "2027-Q2", "2027-Q1"]);
  });

  it("A quarter is named in three forms", () => {
    expect([quarterName("2029-Q3"), quarterWords("2029-Q1"), shortQuarter("2029-Q3")]).toEqual([
      "Third quarter of 2029",
      "first quarter of 2029",
      "2029 Q3",
    ]);
  });
});
