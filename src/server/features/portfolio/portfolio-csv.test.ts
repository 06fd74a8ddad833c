import { expect, it } from "vitest";
import { portfolioFiles } from "./portfolio-csv.ts";
import type { OwnLot, OwnPortfolio } from "./portfolio-queries.ts";

it("The file of the holdings says what the club bore of a lot, and what was paid in for the lot", () => {
  const lot = {
    id: "lot",
    origin: "club",
    company_id: "fern",
    company_name: "Fern Robotics",
    share_class: "Ordinary",
    shares: 62_036,
    price: "1.24",
    cost_pence: 76_924_80,
    fee_pence: 3_076_99,
    scheme: "EIS",
    wired_on: "2027-02-01",
    issued_on: "2027-02-02",
    payments: [{ day: "2027-01-28", pence: 80_001_00 }],
  } as unknown as OwnLot;
  const own: OwnPortfolio = {
    lots: [lot],
    prices: [],
    proceeds: [],
    reliefs: [],
    actions: [],
    ages: { fresh: 6, ageing: 12, stale: 36 },
  } as unknown as OwnPortfolio;
  const { columns, rows } = portfolioFiles.holdings(own, "2027-12-01");
  const [row = []] = [...(rows as Iterable<string[]>)];
  expect(row).toHaveLength(columns.length);
  const cells = Object.fromEntries(columns.map((name, place) => [name, row[place]]));
  expect(cells).toMatchObject({
    "Cost (GBP)": "76924.80",
    "Fee (GBP)": "3076.99",
    "Borne by the club (GBP)": "0.79",
    "Paid in (GBP)": "80001.00",
    Scheme: "EIS",
  });
});

it("The file of payments has money for unissued shares apart from the payments of the yearly rate", () => {
  const hazel = { commitment_id: "c", company_id: "hazel", company_name: "Hazel Health", deal_name: "Seed round" };
  const own = {
    lots: [],
    prices: [],
    proceeds: [],
    reliefs: [],
    actions: [],
    unissued: [{ ...hazel, payments: [{ day: "2026-12-02", pence: 80_001_79 }] }],
  } as unknown as OwnPortfolio;
  const { columns, rows } = portfolioFiles.flows(own);
  const [row = []] = [...(rows as Iterable<string[]>)];
  expect(Object.fromEntries(columns.map((name, place) => [name, row[place]]))).toMatchObject({
    Day: "2026-12-02",
    Company: "Hazel Health",
    What: "Paid, shares not issued yet",
    "Net (GBP)": "",
    "Gross (GBP)": "-80001.79",
  });
});
