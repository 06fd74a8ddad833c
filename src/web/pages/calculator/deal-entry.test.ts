import { describe, expect, it } from "vitest";
import { type DealEntry, defaultEntry, isMistaken, readEntry, writeEntry } from "./deal-entry.ts";

const minimumPence = 500_00;
const read = (query: string) => readEntry(new URLSearchParams(query), minimumPence);

describe("The calculator's address", () => {
  const unusual: DealEntry = {
    investmentPence: 1_234_56,
    plan: "VIP",
    dealsPerYear: 12,
    exitMultiple: 1.525,
    scheme: "SEIS",
    incomeTaxPercent: 0,
    side: "inside",
  };

  it("The calculator's address contains the whole deal, and restores the same one", () => {
    expect(writeEntry(unusual)).toBe("amount=1234.56&tier=VIP&deals=12&multiple=1.525&scheme=SEIS&tax=0&fee=inside");
    expect(read(writeEntry(unusual))).toEqual(unusual);
    expect(read("amount=10000&tier=Premium&deals=4&multiple=3&scheme=none&tax=40&fee=on-top")).toEqual(defaultEntry);
  });

  it("The calculator's address can omit values", () => {
    expect(read("")).toEqual(defaultEntry);
    expect(read("tier=Trial&multiple=0")).toEqual({ ...defaultEntry, plan: "Trial", exitMultiple: 0 });
  });

  it.each([
    "amount=499.99",
    "amount=50000.01",
    "amount=ten",
    "amount=1e4",
    "amount=-500",
    "amount=",
    "tier=Gold",
    "tier=constructor",
    "deals=0",
    "deals=13",
    "deals=2.5",
    "multiple=101",
    "multiple=-1",
    "multiple=NaN",
    "multiple=Infinity",
    "scheme=VCT",
    "scheme=toString",
    "tax=19",
    "tax=040",
    "fee=upside-down",
  ])("The calculator uses the default for the invalid value %s", (query) => {
    expect(read(query)).toEqual(defaultEntry);
    expect(isMistaken(new URLSearchParams(query), minimumPence)).toBe(true);
  });

  it.each(["", "unknown=1", "tier=Trial", "amount=20,000&multiple=2.50"])(
    "The calculator's address is valid with %j",
    (query) => {
      expect(isMistaken(new URLSearchParams(query), minimumPence)).toBe(false);
    },
  );
});
