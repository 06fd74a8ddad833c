import { describe, expect, it } from "vitest";
import { alderId, birchId, jonas } from "#tests/support/golden-portfolio.ts";
import type { OwnPortfolio } from "../portfolio-queries.ts";
import { describeYearEnd } from "./describe-year-end.ts";
import { yearEndCsv } from "./year-end-csv.ts";
import { yearEndPaper } from "./year-end-routes.ts";

const [alder, birch] = jonas.lots.map(({ id }) => id);
/** The worked example to its end: Alder is sold, and Birch's loss claimed. */
const all: OwnPortfolio = {
  ...jonas,
  proceeds: [
    {
      lot_id: alder ?? "",
      happened_on: "2031-06-30",
      shares_sold: 6879,
      gross_pence: 4_264_980,
      costs_pence: 12_333,
      paid_on: "2031-07-02",
    },
  ],
  reliefs: [
    ...jonas.reliefs,
    {
      id: "loss",
      lot_id: birch ?? "",
      kind: "loss",
      day: "2030-11-15",
      claimed_on: "2030-11-15",
      pence: 56_000,
      is_carried_back: false,
      lost_on: null,
    },
  ],
};
const year = (taxYear: number, today = "2031-12-31") => describeYearEnd(all, taxYear, today);

describe("A tax year of the worked example", () => {
  it("A tax year has payments and purchases, with company, round and certificate", () => {
    expect(year(2026)).toMatchObject({
      from: "2026-04-06",
      until: "2027-04-05",
      is_over: true,
      years: [2031, 2030, 2029, 2028, 2027, 2026],
      paid: [{ company_id: alderId, name: "Alder Analytics", deal_name: "Seed round 2027", pence: 959_621 }],
      bought: [{ share_class: "Ordinary", scheme: "SEIS", certificate_on: "2027-08-12", claim_until: "2033-01-31" }],
      certificates: [],
      totals: { paid_pence: 959_621, cost_pence: 852_996, fees_pence: 106_625, received_pence: 0, relief_pence: 0 },
    });
    expect(year(2027).certificates.map(({ company_id, certificate_on }) => [company_id, certificate_on])).toEqual([
      [alderId, "2027-08-12"],
      [birchId, "2027-11-01"],
    ]);
  });
  it("A tax year says what arrived where some of it was too much, and counts the rest", () => {
    const lots = all.lots.map((lot) => ({
      ...lot,
      payments: lot.payments.map((payment) => ({ ...payment, arrived_pence: payment.pence + 10_000 })),
    }));
    const pack = describeYearEnd({ ...all, lots }, 2026, "2031-12-31");
    expect([pack.paid[0]?.arrived_pence, pack.totals.paid_pence]).toEqual([969_621, 959_621]);
    expect(JSON.stringify(yearEndPaper(pack, { name: null, club: "Kindling" }))).toContain(
      "£9,696.21 arrived; £100.00 of it was too much",
    );
  });
  it("A tax year has payments for unissued shares in the year in which they arrived, and in no sum", () => {
    const hazel = {
      commitment_id: alderId,
      company_id: birchId,
      company_name: "Hazel Health",
      deal_name: "Seed round",
    };
    const payments = [
      { day: "2026-12-02", pence: 3_000_000, arrived_pence: 3_000_000 },
      { day: "2027-04-06", pence: 5_000_179, arrived_pence: 5_000_279 },
    ];
    const own = { ...all, unissued: [{ ...hazel, payments }] };
    const pack = describeYearEnd(own, 2026, "2027-12-31");
    expect(pack.unissued).toEqual([
      {
        commitment_id: alderId,
        company_id: birchId,
        name: "Hazel Health",
        deal_name: "Seed round",
        ...payments[0],
        arrived_pence: undefined,
      },
    ]);
    expect(describeYearEnd(own, 2027, "2027-12-31").unissued).toMatchObject([
      { pence: 5_000_179, arrived_pence: 5_000_279 },
    ]);
    expect(pack.totals).toEqual(year(2026, "2027-12-31").totals);
    const { columns, rows } = yearEndCsv(pack);
    const cells = [...(rows as Iterable<string[]>)].find(([what]) => what === "Paid, shares not issued yet") ?? [];
    expect([cells[1], cells[2], cells[columns.indexOf("Amount (GBP)")]]).toEqual([
      "2026-12-02",
      "Hazel Health",
      "30000.00",
    ]);
    expect(JSON.stringify(yearEndPaper(pack, { name: null, club: "Kindling" }))).toContain(
      "Paid, shares not issued yet",
    );
    const nothing = { lots: [], proceeds: [], prices: [], reliefs: [], unissued: own.unissued };
    expect(describeYearEnd(nothing, 2026, "2027-12-31").years).toEqual([2027, 2026]);
  });
  it("A tax year has no loss and no sum of losses where the reliefs that reduce them are hidden", () => {
    const lots = all.lots.map((lot) => ({ ...lot, areReliefsHidden: true }));
    const pack = describeYearEnd({ ...all, reliefs: [], lots }, 2029, "2031-12-31");
    expect(pack.lost).toMatchObject([{ loss: { relief_kept_pence: null, allowable_pence: null } }]);
    expect(pack.totals.allowable_loss_pence).toBeNull();
    const paper = JSON.stringify(yearEndPaper(pack, { name: null, club: "Kindling" }));
    expect(paper).toContain("Ask the member before anything is claimed.");
    expect(paper).toContain('"Not shown","Not shown","31 January 2032"');
  });
  it("A tax year has the loss, receipts and recorded reliefs of its days", () => {
    expect(year(2029)).toMatchObject({
      lost: [{ name: "Birch Systems", lost_on: "2029-09-30", loss: { allowable_pence: 140_000 } }],
      totals: { allowable_loss_pence: 140_000 },
    });
    expect(year(2030).reliefs).toMatchObject([{ kind: "loss", pence: 56_000, name: "Birch Systems" }]);
    expect(year(2031)).toMatchObject({
      received: [{ day: "2031-07-02", pence: 4_252_647 }],
      totals: { received_pence: 4_252_647, gains_pence: 3_399_651, allowable_loss_pence: 0 },
    });
  });
  it("A tax year knows nothing of later days", () => {
    expect(year(2029, "2029-09-29")).toMatchObject({ lost: [], is_over: false, years: [2029, 2028, 2027, 2026] });
  });
  it("A tax year is empty before anything, and the list of years has none before the first", () => {
    const nothing = describeYearEnd({ lots: [], proceeds: [], prices: [], reliefs: [] }, 2029, "2029-12-31");
    expect([nothing.years, nothing.bought, nothing.totals.paid_pence]).toEqual([[2029], [], 0]);
  });
});

describe("Its files", () => {
  it("The CSV of a tax year has a row for everything in the year", () => {
    const { name, columns, rows } = yearEndCsv(year(2029));
    expect(name).toBe("tax-year-2029-30");
    const [lost] = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
    expect(lost).toMatchObject({
      What: "Disposal",
      How: "Nothing left",
      Day: "2029-09-30",
      Company: "Birch Systems",
      Shares: "4000",
      "Cost (GBP)": "2000.00",
      "Relief kept (GBP)": "600.00",
      "Gain or loss (GBP)": "-1400.00",
      "Claim until": "2032-01-31",
    });
    const [sold] = yearEndCsv(year(2031)).rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index]])),
    );
    expect(sold).toMatchObject({
      What: "Disposal",
      How: "Sold",
      "Cost (GBP)": "8529.96",
      "Gross (GBP)": "42649.80",
      "Costs (GBP)": "123.33",
      "Gain or loss (GBP)": "33996.51",
      "Relief kept (GBP)": "",
      "Claim until": "",
    });
    expect(yearEndCsv(year(2031)).rows.map(([what]) => what)).toEqual([
      ...["Disposal", "Received"],
      ...["Used in 2031/32", "Used in 2030/31", "Limit in 2031/32"],
      ...["Used in 2031/32", "Used in 2030/31", "Limit in 2031/32"],
    ]);
  });
  it("The PDF of a tax year leaves out what the year has nothing of", () => {
    const headings = (taxYear: number) =>
      yearEndPaper(year(taxYear), { name: "Jonas Weber", club: "Kindling" }).lines.flatMap((line) =>
        "style" in line && line.style === "heading" ? line.runs.map(({ text }) => text) : [],
      );
    expect(headings(2026)).toEqual(["Paid", "Shares bought", "Limits of the schemes"]);
    expect(headings(2029)).toEqual(["Gains and losses", "Limits of the schemes"]);
    expect(headings(2031)).toEqual([
      ...["What was sold, and dividends", "Received", "Gains and losses", "Limits of the schemes"],
    ]);
  });
});
