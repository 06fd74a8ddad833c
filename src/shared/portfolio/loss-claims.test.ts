import { describe, expect, it } from "vitest";
import { type LossOfLot, lossClaims } from "./loss-claims.ts";
import type { Proceeds } from "./portfolio-figures.ts";

const birch: LossOfLot["lot"] = {
  id: "birch",
  company_id: "birch",
  shares: 4000,
  share_class: "Ordinary",
  price: "0.5",
  cost_pence: 200_000,
  fee_pence: 25_000,
  issued_on: "2027-05-17",
  wired_on: "2027-05-14",
  scheme: "EIS",
  payments: [{ day: "2027-05-10", pence: 225_000 }],
};
const relief = { lot_id: "birch", day: "2028-02-15", pence: 60_000, kind: "income" } as const;
const own = (given: Partial<LossOfLot> = {}): LossOfLot => ({
  lot: birch,
  proceeds: [],
  reliefs: [relief],
  writtenOffOn: null,
  ...given,
});
const sold = (given: Partial<Proceeds>): Proceeds => ({
  lot_id: "birch",
  happened_on: "2029-06-30",
  shares_sold: 1000,
  gross_pence: 20_000,
  costs_pence: 1000,
  paid_on: null,
  ...given,
});
const day = "2031-12-31";

describe("What may be claimed for a loss", () => {
  it("The loss on lost shares is the cost less the relief kept, to be claimed by 31 January after the next year", () => {
    expect(lossClaims(own({ writtenOffOn: "2029-09-30" }), day)).toEqual([
      {
        lot_id: "birch",
        kind: "written_off",
        day: "2029-09-30",
        shares: 4000,
        cost_pence: 200_000,
        relief_kept_pence: 60_000,
        relief_withdrawn_pence: 0,
        usual_relief_pence: 60_000,
        proceeds_pence: 0,
        loss_pence: 140_000,
        claim_until: "2032-01-31",
        three_years_on: null,
      },
    ]);
  });
  it("No loss can be claimed before the day, and the whole cost can where no relief was recorded", () => {
    expect(lossClaims(own({ writtenOffOn: "2029-09-30" }), "2029-09-29")).toEqual([]);
    const [claim] = lossClaims(own({ writtenOffOn: "2029-09-30", reliefs: [] }), day);
    expect([claim?.relief_kept_pence, claim?.usual_relief_pence, claim?.loss_pence]).toEqual([0, 60_000, 200_000]);
  });
  it("Losses are told sale by sale, with relief reduced on what was sold within three years", () => {
    const proceeds = [
      sold({}),
      sold({ happened_on: "2030-05-17", shares_sold: 1000, gross_pence: 10_000, costs_pence: 0 }),
    ];
    expect(
      lossClaims(own({ proceeds, writtenOffOn: "2030-06-01" }), day).map(
        ({ kind, shares, relief_kept_pence, proceeds_pence, loss_pence, claim_until, three_years_on, ...claim }) => [
          ...[kind, shares, relief_kept_pence, claim.relief_withdrawn_pence, proceeds_pence, loss_pence, claim_until],
          three_years_on,
        ],
      ),
    ).toEqual([
      ["sold", 1000, 9_000, 6_000, 19_000, 22_000, "2032-01-31", "2030-05-17"],
      ["sold", 1000, 15_000, 0, 10_000, 25_000, "2033-01-31", null],
      ["written_off", 2000, 30_000, 0, 0, 70_000, "2033-01-31", null],
    ]);
  });
  it("Relief claimed after an early sale counts only for the shares that were left", () => {
    const early = sold({ happened_on: "2027-12-01" });
    const claims = lossClaims(
      own({ proceeds: [early], reliefs: [{ ...relief, pence: 45_000 }], writtenOffOn: "2030-06-01" }),
      day,
    );
    expect(
      claims.map((claim) => [claim.kind, claim.relief_kept_pence, claim.relief_withdrawn_pence, claim.loss_pence]),
    ).toEqual([
      ["sold", 0, 0, 31_000],
      ["written_off", 45_000, 0, 105_000],
    ]);
  });
  it("A liquidation within three years does not take the relief of its shares", () => {
    const wound = sold({ shares_sold: 4000, is_liquidation: true });
    expect(lossClaims(own({ proceeds: [wound] }), day)).toMatchObject([
      { relief_kept_pence: 60_000, loss_pence: 121_000, three_years_on: null },
    ]);
  });
  it("The loss that may be claimed is no less once it was claimed", () => {
    const claimed = { ...relief, day: "2030-01-01", pence: 28_000, kind: "loss" } as const;
    const [claim] = lossClaims(own({ writtenOffOn: "2029-09-30", reliefs: [relief, claimed] }), day);
    expect([claim?.relief_kept_pence, claim?.loss_pence]).toEqual([60_000, 140_000]);
  });
  it("A sale at a gain and a dividend have no loss to claim", () => {
    const gain = sold({ shares_sold: 4000, gross_pence: 400_000 });
    const dividend = sold({ shares_sold: 0, gross_pence: 10 });
    expect(lossClaims(own({ proceeds: [gain, dividend] }), day)).toEqual([]);
  });
  it("Losses over all parts of a lot add up to its cost less relief and proceeds, however it was sold", () => {
    for (let parts = 1; parts <= 7; parts += 1) {
      const proceeds = Array.from({ length: parts }, (_, index) =>
        sold({ happened_on: `2029-07-0${index + 1}`, shares_sold: 333, gross_pence: 3330, costs_pence: 7 }),
      );
      const claims = lossClaims(own({ proceeds, writtenOffOn: "2031-01-01", reliefs: [] }), day);
      const sum = (of: (claim: (typeof claims)[number]) => number) => claims.reduce((all, one) => all + of(one), 0);
      expect(sum(({ cost_pence }) => cost_pence)).toBe(200_000);
      expect(sum(({ loss_pence }) => loss_pence)).toBe(200_000 - parts * 3323);
      expect(sum(({ shares }) => shares)).toBe(4000);
    }
  });
});
