import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { atLeast, atMost } from "../bench/support/goals.ts";
import { fromConnections, sendLoad } from "../bench/support/load.ts";
import { median, percentile } from "../bench/support/median.ts";
import { brokenOff, describePart, missedIn, toRecord } from "../bench/support/report.ts";
import { medianRatio, type Sample } from "../bench/support/samples.ts";
import { slopeOf } from "../bench/support/slope.ts";

const full = { isQuick: false };
const quick = { isQuick: true };

it("A median and a percentile are values that were measured, and void as soon as one is", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, Number.NaN, 5])).toBeNaN();
  expect(percentile([4, 1, 3, 2], 50)).toBe(2);
  expect(percentile([4, 1, 3, 2], 99)).toBe(4);
  expect(percentile([], 50)).toBeNaN();
});

it("A ratio compares within each round, so that a slow round moves both sides of it", () => {
  const sample = (round: number, where: string, values: number): Sample<number> => ({
    round,
    what: "directory",
    where,
    values,
  });
  const samples = [
    ...[sample(0, "club", 100), sample(0, "bare", 200)],
    ...[sample(1, "club", 10), sample(1, "bare", 20)],
    ...[sample(2, "club", 90), sample(2, "bare", 300)],
  ];
  const place = (where: string) => ({ what: "directory", where });
  expect(medianRatio(samples, place("club"), place("bare"), (value) => value)).toBe(0.5);
  expect(() => medianRatio(samples, place("pgbench"), place("bare"), (value) => value)).toThrow(
    "Nothing was measured of directory, pgbench.",
  );
});

it("Memory that goes up and down does not grow, memory that goes up does", () => {
  expect(slopeOf([5, 6, 6, 5])).toBe(0);
  expect(slopeOf([5, 7, 9, 11])).toBe(2);
});

it("A quick run allows for noise in both directions", () => {
  expect([atLeast(2.8, full), atLeast(2.8, quick)]).toEqual([{ atLeast: 2.8 }, { atLeast: 2 }]);
  expect([atMost(1, full), atMost(1, quick)]).toEqual([{ atMost: 1 }, { atMost: 1.4 }]);
});

const part = {
  title: "API",
  figures: [
    { name: "directory", value: 1234.56, unit: "/s" },
    { name: "conditional ÷ full", value: 2.345, unit: "×", goal: { atLeast: 2 } },
    { name: "growth", value: 1.5, unit: "×", goal: { atMost: 1.3 }, note: "More rows to sort." },
    { name: "home ÷ bare server", value: Number.NaN, unit: "×", goal: { atLeast: 0.25 } },
  ],
} as const;

it("A table says of each figure what it should be and whether it is, and a void one never is", () => {
  expect(describePart(part, full).split("\n")).toEqual([
    "API",
    "",
    "  figure                 value      goal  met",
    "  directory           1,235 /s",
    "  conditional ÷ full    2.35 ×     ≥ 2 ×  yes",
    "  growth                 1.5 ×   ≤ 1.3 ×   NO",
    "  home ÷ bare server       – ×  ≥ 0.25 ×   NO",
    "growth: More rows to sort.",
  ]);
  expect(missedIn([part]).map(({ name }) => name)).toEqual(["growth", "home ÷ bare server"]);
});

it("A quick run prints only what has a goal", () => {
  expect(describePart(part, quick)).not.toContain("1,235");
});

it("A part that could not be measured fails the bench and says why", () => {
  const broken = { title: "API", figures: brokenOff(new Error("The club did not start.")) };
  expect(missedIn([broken])).toHaveLength(1);
  expect(describePart(broken, quick)).toContain("The club did not start.");
});

it("The record of a run keeps every figure with its verdict", () => {
  const record = JSON.parse(JSON.stringify(toRecord(part)));
  expect(record.figures[0]).toEqual({ name: "directory", value: 1234.56, unit: "/s", isMet: true });
  expect(record.figures[3]).toEqual({
    name: "home ÷ bare server",
    value: null,
    unit: "×",
    goal: { atLeast: 0.25 },
    isMet: false,
  });
});

it("An answer with another status than expected makes the figures of its load void", async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/refused" ? 429 : 200).end("{}");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const good = await sendLoad([url], { status: 200, connections: fromConnections(2, { path: "/" }) });
    expect(good).toMatchObject({ count: 2, failures: 0 });
    expect(good.perSecond).toBeGreaterThan(0);
    const bad = await sendLoad([url], { status: 200, connections: [[{ path: "/" }], [{ path: "/refused" }]] });
    expect(bad).toMatchObject({ count: 2, failures: 1, perSecond: Number.NaN, p50: Number.NaN });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
