import { assert as check, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ageOfPrice,
  allowableLossPence,
  figuresByCompany,
  figuresOn,
  type Lot,
  medianMultiple,
  medianOf,
  monthsBetween,
  type Portfolio,
  type Proceeds,
  priceCountsUntil,
  pricesThatCount,
  type RecordedRelief,
  type SharePrice,
  stepsUntil,
} from "./portfolio-figures.ts";

const wired = { alder: "2027-02-01", birch: "2027-05-14", followOn: "2028-03-27" };
/** Member, shares, cost, fee, and the bank's days of what they paid. */
const alder: [string, number, number, number, ...[string, number][]][] = [
  ["M01", 15326, 1900424, 0, ["2027-01-25", 1900424]],
  ["M02", 11499, 1425876, 0, ["2027-01-26", 1425876]],
  ["M03", 9204, 1141296, 0, ["2027-01-25", 500000], ["2027-01-26", 641296]],
  ["M04", 5753, 713372, 0, ["2027-01-26", 713372]],
  ["M05", 10258, 1271992, 50880, ["2027-01-25", 1322872]],
  ["M06", 8006, 992744, 39710, ["2027-01-26", 1032454]],
  ["M08", 5190, 643560, 25742, ["2027-01-27", 669302]],
  ["M09", 4626, 573624, 71703, ["2027-01-26", 645327]],
  ["M10", 6879, 852996, 106625, ["2027-01-28", 959621]],
  ["M11", 404, 50096, 6262, ["2027-01-25", 56358]],
  ["M12", 3500, 434000, 54250, ["2027-01-27", 488250]],
];
const birch: typeof alder = [
  ["M01", 8000, 400000, 0, ["2027-05-10", 400000]],
  ["M06", 6000, 300000, 12000, ["2027-05-10", 312000]],
  ["M10", 4000, 200000, 25000, ["2027-05-10", 225000]],
];
const followOn: typeof alder = [
  ["M01", 2016, 499968, 0, ["2028-03-20", 499968]],
  ["M06", 1008, 249984, 9999, ["2028-03-20", 259983]],
];
const lotsOf = (
  deal: keyof typeof wired,
  rows: typeof alder,
  { company_id, price, issued_on }: Pick<Lot, "company_id" | "price" | "issued_on">,
): (Lot & { member: string })[] =>
  rows.map(([member, shares, cost_pence, fee_pence, ...payments]) => ({
    id: `${deal} ${member}`,
    member,
    company_id,
    shares,
    share_class: "Ordinary",
    price,
    cost_pence,
    fee_pence,
    issued_on,
    wired_on: wired[deal],
    payments: payments.map(([day, pence]) => ({ day, pence })),
  }));
const lots = [
  ...lotsOf("alder", alder, { company_id: "Alder", price: "1.24", issued_on: "2027-02-02" }),
  ...lotsOf("birch", birch, { company_id: "Birch", price: "0.5", issued_on: "2027-05-17" }),
  ...lotsOf("followOn", followOn, { company_id: "Alder", price: "2.48", issued_on: "2028-03-28" }),
];
const prices: SharePrice[] = [
  { company_id: "Alder", share_class: null, as_of: "2028-03-15", price: "2.48", basis: "last_round" },
  { company_id: "Birch", share_class: null, as_of: "2029-09-30", price: "0", basis: "nil" },
];
const exitCosts: Record<string, number> = {
  M01: 31090,
  M02: 20615,
  M03: 16501,
  M04: 10314,
  M05: 18390,
  M06: 16160,
  M08: 9305,
  M09: 8293,
  M10: 12333,
  M11: 724,
  M12: 6275,
};
const exit: Proceeds[] = lots
  .filter(({ company_id }) => company_id === "Alder")
  .map(({ id, member, shares }) => ({
    lot_id: id,
    happened_on: "2031-06-30",
    shares_sold: shares,
    gross_pence: shares * 620,
    costs_pence: id.startsWith("alder") ? (exitCosts[member] ?? 0) : 0,
    paid_on: "2031-07-02",
  }));
const reliefs: RecordedRelief[] = [
  { lot_id: "alder M10", kind: "income", day: "2027-11-15", pence: 426498 },
  { lot_id: "birch M10", kind: "income", day: "2028-02-15", pence: 60000 },
  { lot_id: "alder M10", kind: "loss", day: "2030-11-15", pence: 56000 },
];
const portfolioOf = (member?: string): Portfolio => ({
  lots: lots.filter((lot) => member === undefined || lot.member === member),
  prices,
  proceeds: exit,
  reliefs,
});
const six = (value: number | null) => value?.toFixed(6);
const shown = (day: string, portfolio: Portfolio) => {
  const figures = figuresOn(day, portfolio);
  return [
    [
      figures.paid_in_pence,
      figures.received_pence + figures.value_pence,
      six(figures.net_multiple),
      six(figures.net_rate.rate),
    ],
    [
      figures.cost_pence,
      figures.gross_received_pence + figures.value_pence,
      six(figures.gross_multiple),
      six(figures.gross_rate.rate),
    ],
  ];
};

describe("The figures of the worked example", () => {
  it.each([
    ["M01", 2300424, 2300424, "1.000000", 2300424, "1.000000"],
    ["M05", 1322872, 1271992, "0.961538", 1271992, "1.000000"],
    ["M06", 1344454, 1292744, "0.961538", 1292744, "1.000000"],
    ["M10", 1184621, 1052996, "0.888889", 1052996, "1.000000"],
    ["M11", 56358, 50096, "0.888889", 50096, "1.000000"],
  ])(
    "The figures have no rate for %s at the end of 2027, less than a year on",
    (member, paid, value, net, cost, gross) => {
      const figures = figuresOn("2027-12-31", portfolioOf(member));
      expect([figures.paid_in_pence, figures.value_pence, six(figures.net_multiple)]).toEqual([paid, value, net]);
      expect([figures.cost_pence, six(figures.gross_multiple)]).toEqual([cost, gross]);
      expect([figures.net_rate.state, figures.net_rate.rate, figures.gross_rate.rate]).toEqual([
        "under_a_year",
        null,
        null,
      ]);
    },
  );
  it.each([
    ["2028-12-31", "M01", [2800392, 4700816, "1.678628", "0.352786"], [2800392, 4700816, "1.678628", "0.357074"]],
    ["2028-12-31", "M05", [1322872, 2543984, "1.923076", "0.402250"], [1271992, 2543984, "2.000000", "0.436118"]],
    ["2028-12-31", "M06", [1604437, 2535472, "1.580288", "0.306497"], [1542728, 2535472, "1.643499", "0.339943"]],
    ["2028-12-31", "M10", [1184621, 1905992, "1.608947", "0.288807"], [1052996, 1905992, "1.810066", "0.374858"]],
    ["2028-12-31", "M11", [56358, 100192, "1.777778", "0.346437"], [50096, 100192, "2.000000", "0.436118"]],
    ["2029-12-31", "M01", [2800392, 4300816, "1.535791", "0.172083"], [2800392, 4300816, "1.535791", "0.173326"]],
    ["2029-12-31", "M05", [1322872, 2543984, "1.923076", "0.249646"], [1271992, 2543984, "2.000000", "0.268431"]],
    ["2029-12-31", "M06", [1604437, 2235472, "1.393306", "0.130692"], [1542728, 2235472, "1.449038", "0.148088"]],
    ["2029-12-31", "M10", [1184621, 1705992, "1.440116", "0.135323"], [1052996, 1705992, "1.620132", "0.183567"]],
    ["2029-12-31", "M11", [56358, 100192, "1.777778", "0.216631"], [50096, 100192, "2.000000", "0.268431"]],
    ["2031-12-31", "M01", [2800392, 10720950, "3.828375", "0.374854"], [2800392, 10752040, "3.839477", "0.378241"]],
    ["2031-12-31", "M02", [1425876, 7108765, "4.985542", "0.436795"], [1425876, 7129380, "5.000000", "0.440330"]],
    ["2031-12-31", "M03", [1141296, 5689979, "4.985542", "0.436654"], [1141296, 5706480, "5.000000", "0.440330"]],
    ["2031-12-31", "M04", [713372, 3556546, "4.985542", "0.436795"], [713372, 3566860, "5.000000", "0.440330"]],
    ["2031-12-31", "M05", [1322872, 6341570, "4.793790", "0.423828"], [1271992, 6359960, "5.000000", "0.440330"]],
    ["2031-12-31", "M06", [1604437, 5572520, "3.473193", "0.343640"], [1542728, 5588680, "3.622596", "0.359145"]],
    ["2031-12-31", "M08", [669302, 3208495, "4.793793", "0.424451"], [643560, 3217800, "5.000000", "0.440330"]],
    ["2031-12-31", "M09", [645327, 2859827, "4.431594", "0.399122"], [573624, 2868120, "5.000000", "0.440330"]],
    ["2031-12-31", "M10", [1184621, 4252647, "3.589880", "0.339199"], [1052996, 4264980, "4.050329", "0.378288"]],
    ["2031-12-31", "M11", [56358, 249756, "4.431598", "0.398832"], [50096, 250480, "5.000000", "0.440330"]],
    ["2031-12-31", "M12", [488250, 2163725, "4.431592", "0.399413"], [434000, 2170000, "5.000000", "0.440330"]],
  ])("The figures on %s of member %s match the worked example", (day, member, net, gross) => {
    expect(shown(day, portfolioOf(member))).toEqual([net, gross]);
  });
  it("The figures of the whole club, and of a company that was lost, match the worked example", () => {
    const [net = [], gross = []] = shown("2031-12-31", portfolioOf());
    expect(net).toEqual([12052103, 51724780, "4.291764", "0.397689"]);
    expect(gross).toEqual([11649932, 51874780, "4.452797", "0.412104"]);
    const lost = figuresOn("2031-12-31", { ...portfolioOf("M10"), lots: lots.filter(({ id }) => id === "birch M10") });
    expect([lost.net_multiple, lost.net_rate.rate]).toEqual([0, -1]);
    expect(allowableLossPence(200_000, 60_000, 0)).toBe(140_000);
  });
  it("A sale within three years lowers the relief in the figures from its day on", () => {
    const own = { id: "own", company_id: "own", shares: 25_000, share_class: "Ordinary", price: "0.50" };
    const sold = (happened_on: string, gross_pence: number): Proceeds => ({
      lot_id: "own",
      happened_on,
      shares_sold: 5000,
      gross_pence,
      costs_pence: 0,
      paid_on: happened_on,
    });
    const portfolio: Portfolio = {
      lots: [
        {
          ...own,
          cost_pence: 1_240_000,
          fee_pence: 0,
          issued_on: "2026-04-03",
          wired_on: "2026-04-03",
          payments: [{ day: "2026-04-03", pence: 1_240_000 }],
        },
      ],
      proceeds: [sold("2026-09-15", 250_000), sold("2026-11-20", 223_750)],
      prices: [
        { company_id: "own", share_class: null, as_of: "2026-11-20", price: "0.751234", basis: "own_word" as const },
      ],
      reliefs: [
        { lot_id: "own", kind: "income", day: "2026-10-20", pence: 297_600 },
        { lot_id: "own", kind: "loss", day: "2026-11-25", pence: 100 },
      ],
    };
    expect(figuresOn("2026-11-19", portfolio).relief_pence).toBe(297_600);
    const before = figuresOn("2026-11-24", portfolio);
    expect([before.received_pence, before.value_pence, before.relief_pence]).toEqual([473_750, 1_126_851, 230_475]);
    expect(before.net_multiple_with_reliefs?.toFixed(2)).toBe("1.48");
    expect(figuresOn("2026-11-25", portfolio).relief_pence).toBe(230_575);
  });
  it("Figures with the reliefs that a member recorded stand apart from those without", () => {
    const { net_multiple, net_multiple_with_reliefs, net_rate_with_reliefs } = figuresOn(
      "2031-12-31",
      portfolioOf("M10"),
    );
    expect(six(net_multiple)).toBe("3.589880");
    expect([six(net_multiple_with_reliefs), net_rate_with_reliefs.rate?.toFixed(6)]).toEqual(["4.047830", "0.461217"]);
    expect(figuresOn("2029-12-31", portfolioOf("M10")).net_multiple_with_reliefs?.toFixed(2)).toBe("1.85");
  });
  it("The median company stands beside all the money, with losses counted like the rest", () => {
    const companies = figuresByCompany("2029-12-31", portfolioOf("M10"));
    expect(companies.map(({ company_id, figures }) => [company_id, figures.cost_pence, figures.value_pence])).toEqual([
      ["Alder", 852996, 1705992],
      ["Birch", 200000, 0],
    ]);
    expect(medianMultiple(companies.map(({ figures }) => figures.gross_multiple))).toBe(1);
  });
  it("The value steps where something is paid, priced or sold, and where a price gets too old", () => {
    expect(
      stepsUntil("2031-12-31", portfolioOf("M10")).map(({ day, paid_in_pence, worth_pence, range_pence }) =>
        range_pence === 0 ? [day, paid_in_pence, worth_pence] : [day, paid_in_pence, worth_pence, range_pence],
      ),
    ).toEqual([
      ["2027-01-28", 959621, 0],
      ["2027-02-02", 959621, 852996],
      ["2027-05-10", 1184621, 852996],
      ["2027-05-17", 1184621, 1052996],
      ["2028-03-15", 1184621, 1905992],
      ["2029-09-30", 1184621, 1705992],
      // The price of 15 March 2028 is too old for a value from here on.
      ["2031-03-16", 1184621, 0, 1705992],
      ["2031-06-30", 1184621, 4252647],
      ["2031-12-31", 1184621, 4252647],
    ]);
  });
});

describe("A value", () => {
  const lot = { ...lots[0], shares: 100, cost_pence: 12400 } as Lot;
  const priced = (basis: SharePrice["basis"], as_of: string, price = "2.48"): Portfolio => ({
    lots: [lot],
    prices: [{ company_id: "Alder", share_class: null, as_of, price, basis }],
    proceeds: [],
    reliefs: [],
  });
  it.each([
    ["2028-03-15", "2028-09-15", "fresh"],
    ["2028-03-15", "2028-09-16", "ageing"],
    ["2028-03-15", "2029-03-15", "ageing"],
    ["2028-03-15", "2029-12-31", "stale"],
    ["2028-03-15", "2031-03-15", "stale"],
    ["2028-03-15", "2031-03-16", "range"],
  ])("A price of %s on %s is %s", (as_of, day, age) => {
    expect(ageOfPrice({ company_id: "", share_class: null, as_of, price: "1", basis: "last_round" }, day)).toBe(age);
  });
  it("The months from 15 March 2028 to 31 December 2029 are 21", () => {
    expect(monthsBetween("2028-03-15", "2029-12-31")).toBe(21);
    expect(monthsBetween("2028-08-31", "2028-09-30")).toBe(0);
  });
  it("A value with too old a price is a range apart from the sum, but nothing stays nothing", () => {
    const old = figuresOn("2032-01-01", priced("last_round", "2028-03-15"));
    expect(old).toMatchObject({ value_pence: 0, range_pence: 24800 });
    expect([old.gross_multiple, old.gross_multiple_range]).toEqual([null, { low: 0, high: 2 }]);
    expect([old.net_rate, old.gross_rate].map(({ rate, state }) => [rate, state])).toEqual([
      [null, "price_too_old"],
      [null, "price_too_old"],
    ]);
    expect(figuresOn("2040-01-01", priced("nil", "2028-03-15", "0"))).toMatchObject({ value_pence: 0, range_pence: 0 });
  });
  it("A price ages as the club has set, from the day after the last on which it counts", () => {
    const ages = { fresh: 3, ageing: 5, stale: 10 };
    const own = { ...priced("last_round", "2028-03-31"), ages };
    const [price] = own.prices;
    if (!price) throw new Error("There is a price.");
    expect([priceCountsUntil(price, ages), priceCountsUntil(price)]).toEqual(["2029-01-31", "2031-03-31"]);
    expect(priceCountsUntil({ ...price, basis: "nil" }, ages)).toBeNull();
    expect(["2028-06-30", "2028-07-01", "2028-09-01", "2029-01-31"].map((day) => ageOfPrice(price, day, ages))).toEqual(
      [...["fresh", "ageing", "stale", "stale"]],
    );
    expect(figuresOn("2029-01-31", own)).toMatchObject({ value_pence: 24800, range_pence: 0 });
    expect(figuresOn("2029-02-01", own)).toMatchObject({ value_pence: 0, range_pence: 24800 });
    expect(stepsUntil("2029-12-31", own).map(({ day, worth_pence }) => [day, worth_pence])).toContainEqual([
      ...["2029-02-01", 0],
    ]);
    expect(figuresByCompany("2029-02-01", own)[0]?.figures.range_pence).toBe(24800);
  });
  it("A price that is too old gives a range from nothing to the last price, and never a loss", () => {
    const jonas = figuresOn("2031-05-01", portfolioOf("M10"));
    expect([jonas.net_multiple, jonas.net_multiple_range?.low]).toEqual([null, 0]);
    expect(jonas.net_multiple_range?.high.toFixed(2)).toBe("1.44");
    expect(jonas.gross_multiple_range?.high.toFixed(2)).toBe("1.62");
    expect(jonas.net_multiple_with_reliefs_range?.low.toFixed(6)).toBe("0.457951");
    expect([jonas.net_rate, jonas.gross_rate, jonas.net_rate_with_reliefs].map(({ state }) => state)).toEqual([
      ...["price_too_old", "price_too_old", "price_too_old"],
    ]);
    const companies = figuresByCompany("2031-05-01", portfolioOf("M10")).map(({ figures }) => figures);
    expect(medianOf(companies)).toEqual({ median_multiple: null, median_multiple_range: { low: 0, high: 1 } });
    expect(medianOf(companies.slice(1))).toEqual({ median_multiple: 0, median_multiple_range: null });
  });
  it("A lot that cost more than arrived shows what was paid in and what the club bore", () => {
    const own: Portfolio = {
      lots: [{ ...lot, cost_pence: 50_010, fee_pence: 6251, payments: [{ day: "2027-01-28", pence: 56_161 }] }],
      proceeds: [],
      prices: [],
      reliefs: [],
    };
    expect(figuresOn("2028-01-01", own)).toMatchObject({ paid_in_pence: 56_161, borne_pence: 100 });
    expect(figuresOn("2028-01-01", portfolioOf("M10")).borne_pence).toBe(0);
  });
  it("A portfolio has no rate on the day that most of it was paid, whatever the reliefs", () => {
    const today = { ...lot, id: "today", cost_pence: 4_912_080, payments: [{ day: "2029-12-31", pence: 5_526_090 }] };
    const figures = figuresOn("2029-12-31", {
      lots: [lot, { ...today, wired_on: "2029-12-31", issued_on: "2029-12-31" }],
      proceeds: [],
      prices: [],
      reliefs: [{ lot_id: "today", kind: "income", day: "2029-12-31", pence: 2_456_040 }],
    });
    expect([figures.net_rate, figures.gross_rate, figures.net_rate_with_reliefs].map(({ state }) => state)).toEqual([
      ...["under_a_year", "under_a_year", "under_a_year"],
    ]);
  });
  it("The value is of the shares that are left, and what is sold counts until it is paid out", () => {
    const portfolio: Portfolio = {
      ...priced("offer", "2028-01-01", "2"),
      proceeds: [
        {
          lot_id: lot.id,
          happened_on: "2028-02-01",
          shares_sold: 40,
          gross_pence: 8000,
          costs_pence: 100,
          paid_on: "2028-02-10",
        },
      ],
    };
    expect(figuresOn("2028-01-31", portfolio)).toMatchObject({ value_pence: 20000, received_pence: 0 });
    expect(figuresOn("2028-02-05", portfolio)).toMatchObject({
      value_pence: 12000 + 7900,
      received_pence: 0,
      gross_received_pence: 8000,
    });
    expect(figuresOn("2028-02-10", portfolio)).toMatchObject({ value_pence: 12000, received_pence: 7900 });
  });
  it("Only other people’s money raises a value", () => {
    const counting = (...rows: [SharePrice["basis"], string, string | null][]) =>
      pricesThatCount(
        rows.map(([basis, price, share_class]) => ({
          company_id: "Alder",
          share_class,
          as_of: "2028-01-01",
          price,
          basis,
        })),
      ).map(({ basis, price }) => `${basis} ${price}`);
    const first = ["our_round", "1.24", "Ordinary"] as const;
    expect(counting([...first], ["our_round", "2.48", "Ordinary"], ["club_estimate", "1.25", null])).toEqual([
      "our_round 1.24",
    ]);
    expect(counting([...first], ["last_round", "2.48", null], ["our_round", "2.48", "Ordinary"])).toEqual([
      "our_round 1.24",
      "last_round 2.48",
    ]);
    expect(counting([...first], ["our_round", "1.20", "Ordinary"], ["club_estimate", "1.20", "Ordinary"])).toEqual([
      "our_round 1.24",
      "our_round 1.20",
      "club_estimate 1.20",
    ]);
    expect(counting([...first], ["nil", "0", null], ["impaired", "0.62", null], ["offer", "0.10", "Ordinary"])).toEqual(
      ["our_round 1.24", "nil 0", "offer 0.10"],
    );
    // A price for every class may lie above none of them.
    expect(counting([...first], ["our_round", "2.00", "B"], ["club_estimate", "1.50", null])).toEqual([
      "our_round 1.24",
      "our_round 2.00",
    ]);
  });
  it("The steps until a day end at that day's value", () => {
    check(
      property(integer({ min: 0, max: 1900 }), (days) => {
        const day = new Date(Date.UTC(2027, 0, 28) + days * 86_400_000).toISOString().slice(0, 10);
        const { paid_in_pence, value_pence, received_pence, range_pence } = figuresOn(day, portfolioOf());
        expect(stepsUntil(day, portfolioOf()).at(-1)).toEqual({
          day,
          paid_in_pence,
          worth_pence: value_pence + received_pence,
          range_pence,
        });
      }),
    );
  });
  it("A lot takes the price of its own class, and the last of a day", () => {
    const portfolio: Portfolio = {
      ...priced("last_round", "2028-01-01"),
      prices: [
        { company_id: "Alder", share_class: "B", as_of: "2028-01-01", price: "9", basis: "last_round" },
        { company_id: "Alder", share_class: null, as_of: "2028-01-01", price: "2", basis: "last_round" },
        { company_id: "Alder", share_class: "Ordinary", as_of: "2028-01-01", price: "3", basis: "last_round" },
        { company_id: "Other", share_class: null, as_of: "2028-01-01", price: "7", basis: "last_round" },
      ],
    };
    expect(figuresOn("2028-01-01", portfolio).value_pence).toBe(30000);
  });
  it("The figures of all companies are the sum of each company's, on any day", () => {
    check(
      property(integer({ min: 0, max: 1900 }), (days) => {
        const day = new Date(Date.UTC(2027, 0, 20) + days * 86_400_000).toISOString().slice(0, 10);
        const all = figuresOn(day, portfolioOf());
        const companies = figuresByCompany(day, portfolioOf());
        for (const name of ["paid_in_pence", "value_pence", "received_pence", "cost_pence", "range_pence"] as const)
          expect(companies.reduce((sum, { figures }) => sum + figures[name], 0)).toBe(all[name]);
      }),
    );
  });
});

it("The figures of a portfolio that holds nothing are empty", () => {
  expect(figuresOn("2027-01-01", { lots: [], proceeds: [], prices: [], reliefs: [] })).toMatchObject({
    paid_in_pence: 0,
    net_multiple: null,
    net_rate: { state: "none" },
  });
  expect(medianMultiple([])).toBeNull();
  expect(stepsUntil("2027-01-01", { lots: [], proceeds: [], prices: [], reliefs: [] })).toEqual([]);
});
