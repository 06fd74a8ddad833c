import { describe, expect, it } from "vitest";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { callCompanyBack, completeDeal, fileForCompletion } from "#tests/support/complete-deal.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { buildPaidAlder } from "#tests/support/paid-alder.ts";
import { readCsvRecords } from "#tests/support/read-csv.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

/**
 * What members own after a round completed through the API, one that was lost, and one that followed at twice the price: through
 * the API, with the clock moved. Every figure here was worked out apart from this code, with exact fractions. Pence.
 */

const at = (moment: string) => new Date(`${moment}:00Z`);
let now = at("2027-02-03T12:00");
let birchId: string;
const keys = ["M01", "M02", "M03", "M04", "M05", "M06", "M08", "M09", "M10", "M11", "M12"];
const people = new Map<string, { call: Call; record_id: string }>();
const of = (key: string) => {
  const found = people.get(key);
  if (!found) throw new Error(`There is no ${key}.`);
  return found;
};
const moveTo = (moment: string) => moveClock(club, (time) => (now = time), at(moment));
const portfolioOf = async (key: string, query = ""): Promise<Portfolio> => {
  const { status, body } = await of(key).call("GET", `/api/portfolio/me${query}`);
  expect(status).toBe(200);
  return body;
};

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const [author, approver] = [await buildAdmin(club.db, { full_name: "Daniel Achebe" }), await buildAdmin(club.db)];
const [daniel, eleanor] = [await club.as(author), await club.as(approver)];
const alder = await buildPaidAlder(club.db, { code: "A7F" });
for (const [index, person] of alder.people.entries())
  people.set(keys[index] ?? "", { call: await club.as(person), record_id: person.record_id });

it("The first round completes through the API", async () => {
  await callCompanyBack(club, alder.id, daniel);
  await fileForCompletion(alder.id, daniel);
  await completeDeal(club, alder.id, daniel);
  const { figures, companies } = await portfolioOf("M03");
  expect([figures.paid_in_pence, figures.payments, figures.value_pence]).toEqual([1_141_296, 2, 1_141_296]);
  expect(companies[0]?.lots).toMatchObject([{ shares: 9204, issued_on: "2027-02-02", wired_on: "2027-02-01" }]);
  // A thousand pence too much went back: it was never paid in.
  expect((await portfolioOf("M05")).figures.paid_in_pence).toBe(1_322_872);
});

const rounds = {
  birch: {
    company: { name: "Birch Systems", sector: "Industrial software" },
    code: "B2K",
    terms: { price: "0.50", scheme: "EIS" as const, share_class: "Ordinary" },
    called_on: "2027-05-10",
    wired_on: "2027-05-14",
    issued_on: "2027-05-17",
  },
  followOn: {
    code: "A8G",
    terms: { price: "2.48", scheme: "EIS" as const, share_class: "Ordinary shares, one vote each" },
    called_on: "2028-03-20",
    wired_on: "2028-03-27",
    issued_on: "2028-03-28",
  },
};
const members = (day: string, shares: readonly [string, "trial" | "premium" | "vip", number][]) =>
  shares.map(([key, tier, count]) => ({ record_id: of(key).record_id, tier, shares: count, paid_on: day }));

async function price(companyId: string, input: object): Promise<void> {
  const entered = await daniel("POST", `/api/companies/${companyId}/valuations`, input);
  expect(entered.status).toBe(201);
  expect((await eleanor("POST", `/api/valuations/${entered.body.id}/confirm`, {})).status).toBe(200);
}

const expected: Record<
  string,
  [key: string, net: [number, number, string, string], gross: [number, number, string, string]][]
> = {
  "2028-12-31": [
    ["M01", [2800392, 4700816, "1.678628", "0.352786"], [2800392, 4700816, "1.678628", "0.357074"]],
    ["M05", [1322872, 2543984, "1.923076", "0.402250"], [1271992, 2543984, "2.000000", "0.436118"]],
    ["M06", [1604437, 2535472, "1.580288", "0.306497"], [1542728, 2535472, "1.643499", "0.339943"]],
    ["M10", [1184621, 1905992, "1.608947", "0.288807"], [1052996, 1905992, "1.810066", "0.374858"]],
    ["M11", [56358, 100192, "1.777778", "0.346437"], [50096, 100192, "2.000000", "0.436118"]],
  ],
  "2029-12-31": [
    ["M01", [2800392, 4300816, "1.535791", "0.172083"], [2800392, 4300816, "1.535791", "0.173326"]],
    ["M05", [1322872, 2543984, "1.923076", "0.249646"], [1271992, 2543984, "2.000000", "0.268431"]],
    ["M06", [1604437, 2235472, "1.393306", "0.130692"], [1542728, 2235472, "1.449038", "0.148088"]],
    ["M10", [1184621, 1705992, "1.440116", "0.135323"], [1052996, 1705992, "1.620132", "0.183567"]],
    ["M11", [56358, 100192, "1.777778", "0.216631"], [50096, 100192, "2.000000", "0.268431"]],
  ],
};
const six = (value: number | null) => value?.toFixed(6);
const shown = ({ figures }: Portfolio) => [
  [figures.paid_in_pence, figures.value_pence, six(figures.net_multiple), six(figures.net_rate.rate)],
  [figures.cost_pence, figures.value_pence, six(figures.gross_multiple), six(figures.gross_rate.rate)],
];

it("Every share is worth what it cost at the end of 2027, without a rate", async () => {
  await moveTo("2027-05-17T12:00");
  const birch = await buildHeldRound(club.db, {
    ...rounds.birch,
    members: members("2027-05-10", [
      ["M01", "vip", 8000],
      ["M06", "premium", 6000],
      ["M10", "trial", 4000],
    ]),
  });
  birchId = birch.company_id;
  await moveTo("2027-12-31T12:00");
  for (const [key, paid, value, net, cost, gross] of [
    ["M01", 2300424, 2300424, "1.000000", 2300424, "1.000000"],
    ["M05", 1322872, 1271992, "0.961538", 1271992, "1.000000"],
    ["M06", 1344454, 1292744, "0.961538", 1292744, "1.000000"],
    ["M10", 1184621, 1052996, "0.888889", 1052996, "1.000000"],
    ["M11", 56358, 50096, "0.888889", 50096, "1.000000"],
  ] as const) {
    const { figures } = await portfolioOf(key);
    expect([key, figures.paid_in_pence, figures.value_pence, six(figures.net_multiple)]).toEqual([
      key,
      paid,
      value,
      net,
    ]);
    expect([figures.cost_pence, six(figures.gross_multiple)]).toEqual([cost, gross]);
    expect([figures.net_rate.state, figures.gross_rate.rate]).toEqual(["under_a_year", null]);
  }
});

it("Other people pay twice as much, two members follow, and the figures are those of the end of 2028", async () => {
  await moveTo("2028-03-15T12:00");
  await price(alder.company_id, {
    basis: "last_round",
    price: "2.48",
    as_of: "2028-03-15",
    source: "Companies House filing, 28 March 2028",
    shares_in_issue: 1_637_857,
  });
  await moveTo("2028-03-28T12:00");
  await buildHeldRound(club.db, {
    ...rounds.followOn,
    company_id: alder.company_id,
    members: members("2028-03-20", [
      ["M01", "vip", 2016],
      ["M06", "premium", 1008],
    ]),
  });
  await moveTo("2028-12-31T12:00");
  for (const [key, net, gross] of expected["2028-12-31"] ?? [])
    expect([key, ...shown(await portfolioOf(key))]).toEqual([key, net, gross]);
});

async function record(key: string, company: string, kind: string, claimed_on: string, pence: number): Promise<void> {
  const { companies } = await portfolioOf(key);
  const lot_id = companies.find(({ name }) => name === company)?.lots[0]?.id;
  const relief = { lot_id, kind, claimed_on, pence };
  expect((await of(key).call("POST", "/api/portfolio/me/reliefs", relief)).status).toBe(201);
}

it("Birch is lost, the member records two reliefs, and the dashboard is that of the end of 2029", async () => {
  await moveTo("2029-09-30T12:00");
  await price(birchId, { basis: "nil", as_of: "2029-09-30", source: "Liquidator’s letter" });
  await moveTo("2029-12-31T12:00");
  await record("M10", "Alder Analytics", "income", "2027-11-15", 426_498);
  await record("M10", "Birch Systems", "income", "2028-02-15", 60_000);
  for (const [key, net, gross] of expected["2029-12-31"] ?? [])
    expect([key, ...shown(await portfolioOf(key))]).toEqual([key, net, gross]);

  const jonas = await portfolioOf("M10");
  expect(jonas.figures).toMatchObject({ payments: 2, fee_pence: 131_625, received_pence: 0, relief_pence: 486_498 });
  expect(jonas.figures.net_multiple_with_reliefs?.toFixed(2)).toBe("1.85");
  expect([jonas.median_multiple, jonas.figures.net_rate.since]).toEqual([1, "2027-01-28"]);
  expect(jonas.oldest_price).toMatchObject({
    name: "Alder Analytics",
    price: "2.48",
    as_of: "2028-03-15",
    basis: "last_round",
    months: 21,
    age: "stale",
    source: "Companies House filing, 28 March 2028",
  });
  expect(
    jonas.companies.map(({ name, state, price: { basis }, figures }) => [name, state, basis, figures.value_pence]),
  ).toEqual([
    ["Alder Analytics", "active", "last_round", 1_705_992],
    ["Birch Systems", "written_off", "nil", 0],
  ]);
  expect(jonas.next.map(({ kind, name, day, pence }) => [kind, name, day, pence])).toEqual([
    ["three_years", "Alder Analytics", "2030-02-02", null],
    ["loss_claim", "Birch Systems", "2032-01-31", 140_000],
  ]);
  expect(
    jonas.events.map(({ day, kind, name, pence, price, price_before }) => [
      day,
      kind,
      name,
      pence,
      price_before,
      price,
    ]),
  ).toEqual([
    ["2027-01-28", "paid", "Alder Analytics", 959_621, null, null],
    ["2027-05-10", "paid", "Birch Systems", 225_000, null, null],
    ["2028-03-15", "priced", "Alder Analytics", null, "1.24", "2.48"],
    ["2029-09-30", "written_off", "Birch Systems", -200_000, "0.50", "0.00"],
  ]);
  expect(jonas.steps).toEqual([
    { day: "2027-01-28", paid_in_pence: 959_621, worth_pence: 0, range_pence: 0 },
    { day: "2027-02-02", paid_in_pence: 959_621, worth_pence: 852_996, range_pence: 0 },
    { day: "2027-05-10", paid_in_pence: 1_184_621, worth_pence: 852_996, range_pence: 0 },
    { day: "2027-05-17", paid_in_pence: 1_184_621, worth_pence: 1_052_996, range_pence: 0 },
    { day: "2028-03-15", paid_in_pence: 1_184_621, worth_pence: 1_905_992, range_pence: 0 },
    { day: "2029-09-30", paid_in_pence: 1_184_621, worth_pence: 1_705_992, range_pence: 0 },
    { day: "2029-12-31", paid_in_pence: 1_184_621, worth_pence: 1_705_992, range_pence: 0 },
  ]);
  expect(
    jonas.calendar.map(({ day, kind, name, pence, is_done }) => [day, kind, name.slice(0, 5), pence, is_done]),
  ).toEqual([
    ["2027-01-28", "paid", "Alder", 959_621, true],
    ["2027-02-02", "issued", "Alder", null, true],
    ["2027-05-10", "paid", "Birch", 225_000, true],
    ["2027-05-17", "issued", "Birch", null, true],
    ["2027-11-15", "relief_claimed", "Alder", 426_498, true],
    ["2028-02-15", "relief_claimed", "Birch", 60_000, true],
    ["2029-09-30", "lost", "Birch", null, true],
    ["2030-02-02", "three_years", "Alder", null, false],
    ["2032-01-31", "loss_claim_until", "Birch", 140_000, false],
  ]);
  expect(jonas.sectors.map(({ cost_pence }) => cost_pence)).toEqual([852_996, 200_000]);
  expect(jonas.years).toEqual([{ year: 2027, cost_pence: 1_052_996 }]);
});

it("One company has its prices, the member's part of it, and no other member's reliefs", async () => {
  const read = (key: string, id = alder.company_id) => of(key).call("GET", `/api/portfolio/me/companies/${id}`);
  const { body } = await read("M10");
  expect(body.prices).toEqual([
    {
      as_of: "2028-03-15",
      price: "2.48",
      basis: "last_round",
      is_by_two_admins: true,
      is_replaced: false,
      source: "Companies House filing, 28 March 2028",
      evidence_of: null,
      price_now: null,
      splits: [],
    },
    {
      as_of: "2027-02-02",
      price: "1.24",
      basis: "our_round",
      source: null,
      is_by_two_admins: true,
      is_replaced: false,
      evidence_of: null,
      price_now: null,
      splits: [],
    },
  ]);
  expect([body.part.at_issue.toFixed(4), body.part.now.toFixed(4)]).toEqual(["0.0052", "0.0042"]);
  expect(body.reliefs).toMatchObject([
    { kind: "income", claimed_on: "2027-11-15", pence: 426_498, is_carried_back: false },
  ]);
  const first = (await read("M01")).body;
  expect([first.reliefs, first.company.lots.length]).toEqual([[], 2]);
  expect((await read("M02", birchId)).status).toBe(404);
  expect((await read("M10", `${birchId}?on=2027-05-09`)).status).toBe(404);
});

it("The portfolio is shown as of an earlier day, and of no later one", async () => {
  for (const [key, net, gross] of expected["2028-12-31"] ?? [])
    expect([key, ...shown(await portfolioOf(key, "?on=2028-12-31"))]).toEqual([key, net, gross]);
  const { as_of, figures, next } = await portfolioOf("M10", "?on=2027-01-27");
  expect([as_of, figures.paid_in_pence, figures.net_rate.state, next]).toEqual(["2027-01-27", 0, "none", []]);
  const { status, body } = await of("M10").call("GET", "/api/portfolio/me?on=2030-01-01");
  expect([status, body.errors]).toEqual([422, [{ path: "on", message: "Choose today or an earlier day" }]]);
});

type Row = Record<string, string>;
const inPence = (pounds: string | undefined) => Math.round(Number(pounds || 0) * 100);
async function fileOf(key: string, name: string): Promise<Row[]> {
  const { status, body, headers } = await of(key).call("GET", `/api/portfolio/me/${name}.csv`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  return readCsvRecords(body);
}

/** By halving, from nothing but days and amounts. */
function yearlyRate(flows: readonly [day: string, pence: number][]): number {
  const start = Math.min(...flows.map(([day]) => Date.parse(day)));
  const worth = (rate: number) =>
    flows.reduce((sum, [day, pence]) => sum + pence / (1 + rate) ** ((Date.parse(day) - start) / 86_400_000 / 365), 0);
  let [low, high] = [-0.99, 100];
  for (let halving = 0; halving < 100; halving++) {
    const middle = (low + high) / 2;
    if (worth(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}

describe("The three files alone", () => {
  it.each(["M01", "M05", "M06", "M10", "M11"])(
    "The three files alone give every figure of %s by formulas",
    async (key) => {
      const [lots, flows, prices] = [
        await fileOf(key, "holdings"),
        await fileOf(key, "flows"),
        await fileOf(key, "valuations"),
      ];
      for (const day of ["2028-12-31", "2029-12-31"]) {
        const { figures } = await portfolioOf(key, `?on=${day}`);
        const until = flows.filter(({ Day = "" }) => Day <= day);
        const total = (column: string, what?: string) =>
          until.filter(({ What }) => !what || What === what).reduce((sum, row) => sum + inPence(row[column]), 0);
        const bought = lots.filter(({ "Company paid on": wired = "" }) => wired <= day);
        const value = bought.reduce((sum, lot) => {
          const own = prices.filter(
            (row) =>
              row.Company === lot.Company &&
              (row["Share class"] === "" || row["Share class"] === lot["Share class"]) &&
              (row.From ?? "") <= day &&
              (row.From ?? "") >= (lot["Issued on"] ?? ""),
          );
          const { "Price (GBP)": price = lot["Price (GBP)"], "Counts until": until = "" } = own.at(-1) ?? {};
          return until !== "" && until < day
            ? sum
            : sum + Math.round(Number(lot["Shares bought"]) * Number(price) * 100);
        }, 0);
        const paid = -total("Net (GBP)", "Paid in");
        const cost = bought.reduce((sum, lot) => sum + inPence(lot["Cost (GBP)"]), 0);
        const flowsOf = (column: string) =>
          until.filter((row) => row[column]).map((row): [string, number] => [row.Day ?? "", inPence(row[column])]);
        const withValue = (column: string) => yearlyRate([...flowsOf(column), [day, value]]);
        expect([paid, cost, value, total("Relief (GBP)")]).toEqual([
          ...[figures.paid_in_pence, figures.cost_pence, figures.value_pence, figures.relief_pence],
        ]);
        expect([
          six(value / paid),
          six(value / cost),
          six(withValue("Net (GBP)")),
          six(withValue("Gross (GBP)")),
        ]).toEqual([
          ...[figures.net_multiple, figures.gross_multiple, figures.net_rate.rate, figures.gross_rate.rate].map(six),
        ]);
        expect(bought.reduce((sum, lot) => sum + inPence(lot["Fee (GBP)"]), 0)).toBe(figures.fee_pence);
      }
    },
  );
});
