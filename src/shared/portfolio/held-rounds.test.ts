import { describe, expect, it } from "vitest";
import { type EnteredPrice, effectOfPrice, type HeldRound } from "./held-rounds.ts";
import { type SharePrice, usualPriceAges } from "./portfolio-figures.ts";

const seed: HeldRound = {
  deal_id: "seed",
  share_class: "Ordinary",
  price: "1.24",
  issued_on: "2027-02-02",
  shares_left: 80_645,
};
const ownRound: SharePrice = {
  company_id: "alder",
  share_class: "Ordinary",
  as_of: "2027-02-02",
  price: "1.24",
  basis: "our_round",
};
const led: SharePrice = {
  company_id: "alder",
  share_class: null,
  as_of: "2028-03-15",
  price: "2.48",
  basis: "last_round",
};
/** With prices of its own, as the desk has it. */
const alder = { id: "alder", rounds: [seed], ages: usualPriceAges, prices: [ownRound] };
const entered = (given: Partial<EnteredPrice>): EnteredPrice => ({
  basis: "last_round",
  share_class: null,
  as_of: "2028-03-15",
  price: "2.48",
  impaired_percent: 50,
  ...given,
});
const day = "2028-06-01";

describe("What a price that is entered does to what members hold", () => {
  it("A price doubles what members hold where others paid twice the price", () => {
    expect(effectOfPrice(alder, [ownRound], entered({}), day)).toEqual({
      price: "2.48",
      isInForce: true,
      before: { value_pence: 9_999_980, range_pence: 0 },
      after: { value_pence: 19_999_960, range_pence: 0 },
    });
  });
  it("A price of nil takes all the value of what members hold", () => {
    const { after, price } = effectOfPrice(alder, [ownRound], entered({ basis: "nil" }), day);
    expect([price, after.value_pence]).toEqual(["0", 0]);
  });
  it("An impairment starts from what other people paid last, not from the club's estimate", () => {
    const estimate: SharePrice = { ...led, as_of: "2028-04-01", price: "2", basis: "club_estimate" };
    const effect = effectOfPrice(
      alder,
      [ownRound, led, estimate],
      entered({ basis: "impaired", as_of: "2028-05-01", impaired_percent: 75 }),
      day,
    );
    expect([effect.price, effect.before.value_pence, effect.after.value_pence]).toEqual([
      "0.620000",
      16_129_000,
      4_999_990,
    ]);
  });
  it("A price behind a newer one changes nothing", () => {
    const effect = effectOfPrice(alder, [ownRound, led], entered({ as_of: "2028-01-01", price: "2" }), day);
    expect([effect.isInForce, effect.after]).toEqual([false, effect.before]);
  });
  it("Shares bought elsewhere are valued by what was paid for them until a price for all counts", () => {
    const elsewhere: HeldRound = { ...seed, deal_id: null, price: "0.50", issued_on: "2027-09-01", shares_left: 1000 };
    const paid: SharePrice = { ...ownRound, as_of: "2027-09-01", price: "0.500000", basis: "earlier_purchase" };
    const company = { ...alder, rounds: [seed, elsewhere] };
    const effect = effectOfPrice(company, [ownRound, paid], entered({ as_of: "2028-01-01", price: "2" }), day);
    expect([effect.before.value_pence, effect.after.value_pence]).toEqual([9_999_980 + 50_000, 16_129_000 + 200_000]);
  });
  it("A new price gives a value again where the last price was too old for one", () => {
    const effect = effectOfPrice(alder, [ownRound], entered({ as_of: "2031-01-01", price: "3" }), "2031-01-02");
    expect([effect.before, effect.after]).toEqual([
      { value_pence: 0, range_pence: 9_999_980 },
      { value_pence: 24_193_500, range_pence: 0 },
    ]);
  });
  it("An impairment shows no price where classes cost different ones, or none was paid by then", () => {
    const other = { ...seed, deal_id: "b", share_class: "B", price: "2" };
    const prices = [ownRound, { ...ownRound, share_class: "B", price: "2" }];
    const impaired = entered({ basis: "impaired", as_of: "2028-05-01" });
    expect(effectOfPrice({ ...alder, rounds: [seed, other] }, prices, impaired, day).price).toBeNull();
    expect(effectOfPrice(alder, [ownRound], { ...impaired, as_of: "2027-01-01" }, day).price).toBeNull();
  });
});
