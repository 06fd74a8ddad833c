import { describe, expect, it } from "vitest";
import type { Lot, Proceeds } from "./portfolio-figures.ts";
import { type YearEndInput, yearEnd } from "./year-end.ts";
import { yearEndMessages } from "./year-end-messages.ts";

const lot = (id: string, company_id: string, facts: Partial<Lot>): Lot => ({
  id,
  company_id,
  shares: 6879,
  share_class: "Ordinary",
  price: "1.24",
  cost_pence: 852996,
  fee_pence: 106625,
  issued_on: "2027-02-02",
  wired_on: "2027-02-01",
  payments: [{ day: "2027-01-28", pence: 959621 }],
  ...facts,
});
const alder = lot("alder", "Alder", {});
const birch = lot("birch", "Birch", {
  shares: 4000,
  price: "0.5",
  cost_pence: 200000,
  fee_pence: 25000,
  issued_on: "2027-05-17",
  wired_on: "2027-05-14",
  payments: [{ day: "2027-05-10", pence: 225000 }],
});
const reliefs = [
  { lot_id: "alder", kind: "income" as const, day: "2027-11-15", pence: 426498 },
  { lot_id: "birch", kind: "income" as const, day: "2028-02-15", pence: 60000 },
];
const sold = (facts: Partial<Proceeds>): Proceeds => ({
  lot_id: "alder",
  happened_on: "2031-06-30",
  shares_sold: 6879,
  gross_pence: 4264980,
  costs_pence: 12333,
  paid_on: "2031-07-02",
  ...facts,
});
const input = (facts: Partial<YearEndInput> = {}): YearEndInput => ({
  lots: [alder, birch],
  proceeds: [sold({})],
  prices: [],
  reliefs,
  schemeOf: ({ id }) => (id === "alder" ? "SEIS" : "EIS"),
  lostOn: ({ company_id }) => (company_id === "Birch" ? "2029-09-30" : null),
  ...facts,
});

describe("A tax year of the worked example", () => {
  it("The year 2026/27 has the first shares, with their scheme", () => {
    expect(yearEnd(2026, input())).toEqual({
      tax_year: 2026,
      paid: [{ lot_id: "alder", day: "2027-01-28", pence: 959621 }],
      bought: [
        {
          lot_id: "alder",
          issued_on: "2027-02-02",
          shares: 6879,
          cost_pence: 852996,
          fee_pence: 106625,
          scheme: "SEIS",
        },
      ],
      proceeds: [],
      received: [],
      lost: [],
      reliefs: [],
      fees_pence: 106625,
      limits: [
        { scheme: "SEIS", used_pence: 852996, used_before_pence: 0, limit_pence: 20_000_000 },
        { scheme: "EIS", used_pence: 0, used_before_pence: 0, limit_pence: 100_000_000 },
      ],
    });
  });
  it("The year 2027/28 has the second shares, the reliefs, and what was used the year before", () => {
    const year = yearEnd(2027, input());
    expect(year.bought.map(({ lot_id, scheme }) => [lot_id, scheme])).toEqual([["birch", "EIS"]]);
    expect(year.reliefs).toEqual(reliefs.map((relief) => ({ ...relief, carried_back_to: null })));
    expect(year.limits.map(({ used_pence, used_before_pence }) => [used_pence, used_before_pence])).toEqual([
      [0, 852996],
      [200000, 0],
    ]);
  });
  it("Relief carried back counts for the year before, by its part of all relief on the shares", () => {
    const usedAfter = (claims: { day: string; pence: number }[], given: Partial<YearEndInput> = {}) => {
      const carried = claims.map((claim) => ({
        ...claim,
        lot_id: "birch",
        kind: "income" as const,
        is_carried_back: true,
      }));
      const { limits, ...year } = yearEnd(2027, input({ ...given, reliefs: carried }));
      expect(year.reliefs.map(({ carried_back_to }) => carried_back_to)).toEqual(carried.map(() => 2026));
      return [limits[1]?.used_pence, limits[1]?.used_before_pence];
    };
    expect(usedAfter([])).toEqual([200_000, 0]);
    expect(usedAfter([{ day: "2028-02-15", pence: 60_000 }])).toEqual([0, 200_000]);
    expect(usedAfter([{ day: "2028-02-15", pence: 15_000 }])).toEqual([150_000, 50_000]);
    // The rest of the relief is claimed on the shares that are left after an early sale.
    const proceeds = [sold({ lot_id: "birch", shares_sold: 1000, happened_on: "2027-12-01" })];
    expect(usedAfter([{ day: "2028-02-15", pence: 45_000 }], { proceeds })).toEqual([0, 200_000]);
  });
  it("The year 2029/30 has what was lost, less the relief that is kept", () => {
    expect(yearEnd(2029, input()).lost).toEqual([
      {
        lot_id: "birch",
        lost_on: "2029-09-30",
        shares: 4000,
        cost_pence: 200000,
        loss: { relief_kept_pence: 60000, allowable_pence: 140000, claim_until: "2032-01-31" },
      },
    ]);
  });
  it("A claim for the loss takes nothing from the loss", () => {
    const claimed = [...reliefs, { lot_id: "birch", kind: "loss" as const, day: "2030-11-15", pence: 56000 }];
    expect(yearEnd(2029, input({ reliefs: claimed })).lost[0]?.loss.allowable_pence).toBe(140000);
    expect(yearEnd(2030, input({ reliefs: claimed })).reliefs).toEqual([{ ...claimed[2], carried_back_to: null }]);
  });
  it("The limit of SEIS before 6 April 2023 was half of what it is", () => {
    expect(yearEnd(2022, input()).limits[0]?.limit_pence).toBe(10_000_000);
    expect(yearEnd(2023, input()).limits[0]?.limit_pence).toBe(20_000_000);
  });
  it("The year 2031/32 has the sale, with a gain and no loss", () => {
    expect(yearEnd(2031, input()).proceeds).toEqual([
      {
        lot_id: "alder",
        happened_on: "2031-06-30",
        shares: 6879,
        is_holdback: false,
        cost_pence: 852996,
        gross_pence: 4264980,
        is_early: false,
        relief_withdrawn_pence: 0,
        costs_pence: 12333,
        paid_on: "2031-07-02",
        loss: null,
        gain_pence: 3399651,
      },
    ]);
    expect(yearEnd(2031, input()).received).toEqual([{ lot_id: "alder", day: "2031-07-02", pence: 4252647 }]);
  });
  it("Shares sold before the year's end and paid out after it are received in the next year", () => {
    const proceeds = [sold({ happened_on: "2031-04-05", paid_on: "2031-04-06" })];
    const [sale, payment] = [yearEnd(2030, input({ proceeds })), yearEnd(2031, input({ proceeds }))];
    expect([sale.proceeds.length, sale.received.length]).toEqual([1, 0]);
    expect([payment.proceeds.length, payment.received.length]).toEqual([0, 1]);
  });
});

describe("What was sold", () => {
  it("A lot sold in parts costs what the lot cost, to the penny", () => {
    const parts = [1000, 2000, 3879].map((shares_sold, index) =>
      sold({ shares_sold, gross_pence: 1, costs_pence: 0, happened_on: `2031-06-${28 + index}` }),
    );
    const { proceeds } = yearEnd(2031, input({ proceeds: parts, reliefs: [] }));
    expect(proceeds.reduce((sum, { cost_pence }) => sum + cost_pence, 0)).toBe(852996);
    expect(proceeds.map(({ loss }) => loss?.allowable_pence)).toEqual(proceeds.map(({ cost_pence }) => cost_pence - 1));
  });
  it("Shares that were sold are not lost again once nothing is left", () => {
    const before = sold({ lot_id: "birch", shares_sold: 4000, happened_on: "2029-09-01", gross_pence: 10 });
    expect(yearEnd(2029, input({ proceeds: [before] })).lost).toEqual([]);
    const part = { ...before, shares_sold: 1000 };
    expect(yearEnd(2029, input({ proceeds: [part] })).lost).toMatchObject([
      { shares: 3000, cost_pence: 150000, loss: { relief_kept_pence: 45000, allowable_pence: 105000 } },
    ]);
  });
  it("A dividend takes no shares and is no loss", () => {
    const dividend = sold({ shares_sold: 0, gross_pence: 500, costs_pence: 0, happened_on: "2030-04-05" });
    expect(yearEnd(2029, input({ proceeds: [dividend] })).proceeds).toMatchObject([
      { shares: 0, cost_pence: 0, gross_pence: 500, loss: null },
    ]);
    expect(yearEnd(2030, input({ proceeds: [dividend] })).proceeds).toEqual([]);
  });
  it("A holdback that is paid later is named as one, and lessens no loss", () => {
    const below = sold({ gross_pence: 100_000, costs_pence: 0 });
    const later = sold({
      shares_sold: 0,
      is_holdback: true,
      gross_pence: 20_000,
      costs_pence: 0,
      happened_on: "2031-09-30",
    });
    const { proceeds } = yearEnd(2031, input({ proceeds: [below, later] }));
    expect(proceeds).toMatchObject([
      { shares: 6879, is_holdback: false, loss: { allowable_pence: 326_498 } },
      { shares: 0, is_holdback: true, loss: null },
    ]);
    expect([yearEndMessages.proceeds(0, true), yearEndMessages.proceeds(0, false)]).toEqual([
      ...["Held back, paid later", "Dividend"],
    ]);
  });
});
