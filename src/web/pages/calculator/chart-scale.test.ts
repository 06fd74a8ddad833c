import { describe, expect, it } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import { type DealEntry, defaultEntry } from "./deal-entry.ts";
import { dealSums } from "./deal-sums.ts";
import { chartScale } from "./result-chart.tsx";

const { plans } = defaultClub;
const scale = (change: Partial<DealEntry>) => chartScale(dealSums({ ...defaultEntry, ...change }, plans));

describe("The chart", () => {
  it.each([
    [3, 5],
    [5, 5],
    [5.1, 10],
    [12, 20],
    [100, 100],
  ])("The calculator's chart of a multiple of %d ends at %d", (exitMultiple, largest) => {
    expect(scale({ exitMultiple }).largestMultiple).toBe(largest);
  });

  it("The calculator's chart starts at a total loss and has ticks at round figures", () => {
    const { place, penceTicks, multipleTicks } = scale({});
    expect(place(0, -10_400_00)).toEqual({ x: "0%", y: "100%" });
    expect(place(5, 39_600_00)).toEqual({ x: "100%", y: "0%" });
    expect(penceTicks).toEqual([-10_000_00, 0, 10_000_00, 20_000_00, 30_000_00]);
    expect(multipleTicks).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each([
    [{ scheme: "SEIS" }, -10_000_00],
    [{ exitMultiple: 100 }, -200_000_00],
    [{ investmentPence: 500_00, plan: "VIP" }, -500_00],
  ] as const)("The calculator's chart of %o has a tick below £0, at %d pence", (change, lowestTick) => {
    expect(scale(change).penceTicks.slice(0, 2)).toEqual([lowestTick, 0]);
  });

  it("The calculator's chart bends a line only where loss relief ends and where carry begins, once each", () => {
    const eis = dealSums({ ...defaultEntry, scheme: "EIS" }, plans);
    expect(
      chartScale(eis)
        .bends(eis.club)
        .map(({ x }) => x),
    ).toEqual(["0%", "14%", "20%", "100%"]);
    const none = dealSums(defaultEntry, plans);
    expect(
      chartScale(none)
        .bends(none.club)
        .map(({ x }) => x),
    ).toEqual(["0%", "20%", "100%"]);
  });
});
