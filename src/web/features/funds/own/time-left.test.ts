import { describe, expect, it } from "vitest";
import { hourSticks, timeLeft } from "../own-payment.tsx";

const called = "2027-01-25T10:00:00.000Z";
const due = "2027-01-27T10:00:00.000Z";
const at = (moment: string) => Date.parse(moment);

describe("The time left", () => {
  it.each([
    ["2027-01-26T11:46:00.000Z", "22 h 14 min"],
    ["2027-01-26T11:46:59.999Z", "22 h 13 min"],
    ["2027-01-27T09:01:00.000Z", "59 min"],
    ["2027-01-27T09:59:59.000Z", "0 min"],
    ["2027-01-27T10:00:00.000Z", null],
    ["2027-01-28T10:00:00.000Z", null],
  ])("The time left at %s is %s", (moment, words) => {
    expect(timeLeft(due, at(moment))).toBe(words);
  });
});

describe("The sticks", () => {
  const counts = (moment: string, until = due) => {
    const sticks = hourSticks(called, until, at(moment));
    return ["gone", "now", "ahead"].map((phase) => sticks.filter((stick) => stick === phase).length);
  };
  it("Each hour of the time left has a stick, and the present hour is one of them", () => {
    expect(counts("2027-01-26T11:46:00.000Z")).toEqual([25, 1, 22]);
    expect(counts(called)).toEqual([0, 1, 47]);
  });
  it("All sticks of the time left are gone once it is over", () => {
    expect(counts(due)).toEqual([48, 0, 0]);
  });
  it("More time has more sticks, the last one for a part of an hour", () => {
    expect(counts(called, "2027-01-31T10:30:00.000Z")).toEqual([0, 1, 144]);
  });
  it("All sticks of the time left are ahead where a clock is behind", () => {
    expect(counts("2027-01-25T09:00:00.000Z")).toEqual([0, 0, 48]);
  });
});
