import { describe, expect, it } from "vitest";
import type { OpenCall } from "#shared/deals/deal-calls.ts";
import { pauseBeforeNextRead, sortCalls } from "./call-times.ts";

const call: OpenCall = {
  id: "0190a0a0-0000-7000-8000-0000000000c1",
  starts_at: "2027-01-14T18:30:00.000Z",
  ends_at: "2027-01-14T19:30:00.000Z",
  about: "Video",
  cancelled_reason: null,
  requested_at: "2027-01-12T08:00:00.000Z",
  joined_at: null,
  is_joinable: false,
};
const at = (time: string): number => Date.parse(`2027-01-14T${time}.000Z`);
const minutes = (count: number): number => count * 60_000;

describe("The next read of a deal's calls", () => {
  it("The next read of a deal's calls is when the link opens", () => {
    expect(pauseBeforeNextRead([call], at("18:12:00"))).toBe(minutes(3));
  });

  it("The next read of a deal's calls is when the call ends, for a reader who has the link or did not ask", () => {
    expect(pauseBeforeNextRead([{ ...call, is_joinable: true }], at("19:20:00"))).toBe(minutes(10));
    expect(pauseBeforeNextRead([{ ...call, requested_at: null }], at("19:20:00"))).toBe(minutes(10));
  });

  it("The next read of a deal's calls is within a quarter of an hour, since calls are moved and clocks are slow", () => {
    expect(pauseBeforeNextRead([call], at("09:00:00"))).toBe(minutes(15));
  });

  it("The next read of a deal's calls is ten seconds later where the reader's clock is fast", () => {
    expect(pauseBeforeNextRead([call], at("18:15:01"))).toBe(10_000);
  });

  it("The next read of a deal's calls is for the first of several calls", () => {
    const later = { ...call, starts_at: "2027-01-14T18:33:00.000Z", ends_at: "2027-01-14T19:33:00.000Z" };
    expect(pauseBeforeNextRead([later, call], at("18:12:00"))).toBe(minutes(3));
  });

  it("A deal's calls are not read again after the last call, or for a cancelled one", () => {
    expect(pauseBeforeNextRead([], at("09:00:00"))).toBe(false);
    expect(pauseBeforeNextRead([call], at("19:30:00"))).toBe(false);
    expect(pauseBeforeNextRead([{ ...call, cancelled_reason: "Ruth is ill." }], at("18:12:00"))).toBe(false);
  });
});

it("Calls to come are listed by time, then past ones, the latest first", () => {
  const on = (day: string) => ({ ...call, id: day, ends_at: `2027-01-${day}T19:30:00.000Z` });
  const calls = ["10", "12", "16", "18"].map(on);
  expect(sortCalls(calls, at("12:00:00")).map(({ id }) => id)).toEqual(["16", "18", "12", "10"]);
});
