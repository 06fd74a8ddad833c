import { beforeEach, describe, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import type { OwnCompany, Portfolio } from "#shared/portfolio/portfolio.ts";
import { meetAtWrites } from "#tests/support/held-row.ts";
import { readCsvRecords } from "#tests/support/read-csv.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const now = new Date("2029-12-31T12:00:00Z");
let member: Call;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
beforeEach(async () => {
  member = await club.as(await buildPerson(club.db));
});

/** 600 shares for £1,500 under EIS: relief on all of them comes to £450. */
const add = async (change = {}): Promise<{ id: string; company_id: string }> => {
  const { status, body } = await member("POST", "/api/portfolio/me/typed/holdings", {
    company_name: "Rowan Systems",
    shares: 600,
    share_class: "Ordinary",
    price: "2.5",
    cost_pence: 150_000,
    fee_pence: 0,
    scheme: "EIS",
    issued_on: "2027-02-02",
    certificate_on: "2027-08-01",
    note: null,
    ...change,
  });
  expect(status).toBe(201);
  return body;
};
const sell = async (companyId: string, change = {}) => {
  const sale = { sold_on: "2028-06-30", shares: 100, gross_pence: 10_000, costs_pence: 0, ...change };
  expect((await member("POST", `/api/portfolio/me/typed/companies/${companyId}/sales`, sale)).status).toBe(201);
};
const record = (lot_id: string, kind: "income" | "loss", claimed_on: string, pence: number, is_carried_back = false) =>
  member("POST", "/api/portfolio/me/reliefs", { lot_id, kind, claimed_on, pence, is_carried_back });
const recordLoss = (lot_id: string, claimed_on: string, pence: number, lost_on: string | null = null) =>
  member("POST", "/api/portfolio/me/reliefs", { lot_id, kind: "loss", claimed_on, pence, lost_on });
const read = async (): Promise<Portfolio> => (await member("GET", "/api/portfolio/me")).body;
const readCompany = async (id: string): Promise<OwnCompany> =>
  (await member("GET", `/api/portfolio/me/companies/${id}`)).body;
const stepsOf = async () => (await read()).next.map(({ kind, pence, early_shares }) => [kind, pence, early_shares]);
const rowsOf = async (year: number) =>
  readCsvRecords((await member("GET", `/api/portfolio/me/year-end.csv?tax_year=${year}`)).body);

describe("Relief on shares of which some were sold within three years", () => {
  it("Relief on shares of which some were sold within three years is proposed on the rest alone", async () => {
    const { company_id } = await add();
    expect(await stepsOf()).toContainEqual(["claim_relief", 45_000, 0]);
    await sell(company_id);
    expect(await stepsOf()).toContainEqual(["claim_relief", 37_500, 100]);
    const { calendar, company } = await readCompany(company_id);
    expect(calendar.find(({ kind }) => kind === "relief_claim_until")?.pence).toBe(37_500);
    expect(company.lots).toMatchObject([{ relief_left_pence: 37_500, early_shares: 100 }]);
  });
  it("Relief is whole where shares were sold after three years, to the day", async () => {
    const { company_id } = await add({ issued_on: "2026-02-02", certificate_on: "2026-08-01" });
    await sell(company_id, { sold_on: "2029-02-02" });
    expect(await stepsOf()).toContainEqual(["claim_relief", 45_000, 0]);
    await sell(company_id, { sold_on: "2029-02-01" });
    expect(await stepsOf()).toContainEqual(["claim_relief", 37_500, 100]);
  });
  it("Relief claimed before a sale is recorded for all the shares, and after it for those left alone", async () => {
    const { id, company_id } = await add();
    await sell(company_id);
    const after = await record(id, "income", "2028-07-01", 37_501);
    expect([after.status, after.body.errors[0].message]).toEqual([
      ...[422, "Enter no more than the £375.00 that can be recorded of it"],
    ]);
    expect((await record(id, "income", "2028-06-29", 45_000)).status).toBe(201);
    const { company, losses } = await readCompany(company_id);
    expect(company.lots).toMatchObject([{ relief_left_pence: 0, relief_withdrawn_pence: 3_000 }]);
    // £75.00 of the relief is theirs; the sale takes 30 % of the £100.00 that they brought.
    expect(company.figures.relief_pence).toBe(42_000);
    expect(losses).toMatchObject([
      { relief_kept_pence: 4_500, relief_withdrawn_pence: 3_000, usual_relief_pence: null, loss_pence: 10_500 },
    ]);
    expect(await rowsOf(2028)).toContainEqual(
      expect.objectContaining({
        What: "Disposal",
        "Relief kept (GBP)": "45.00",
        "Gain or loss (GBP)": "-105.00",
        "Relief to go back (GBP)": "30.00",
      }),
    );
  });
});

describe("Relief of which a later sale takes a part", () => {
  it("Relief of which a later sale takes a part counts without that part, and says what of it goes back", async () => {
    const { id, company_id } = await add({
      shares: 25_000,
      price: "0.50",
      cost_pence: 1_240_000,
      issued_on: "2026-04-03",
      certificate_on: "2026-10-01",
    });
    await sell(company_id, { sold_on: "2026-09-15", shares: 5000, gross_pence: 250_000 });
    expect((await record(id, "income", "2026-10-20", 297_600, true)).status).toBe(201);
    await sell(company_id, { sold_on: "2026-11-20", shares: 5000, gross_pence: 223_750 });
    const { calendar, company, losses } = await readCompany(company_id);
    expect(company.figures.relief_pence).toBe(230_475);
    expect(company.lots).toMatchObject([{ early_shares: 10_000, relief_withdrawn_pence: 67_125 }]);
    expect(losses.map(({ relief_kept_pence, relief_withdrawn_pence }) => [relief_kept_pence, relief_withdrawn_pence]))
      // The first sale brought more than the shares cost.
      .toEqual([[7_275, 67_125]]);
    expect(calendar.filter(({ kind }) => kind.startsWith("relief")).map(({ kind, pence }) => [kind, pence])).toEqual([
      ["relief_claimed", 297_600],
    ]);
  });
});

describe("Relief that is carried back", () => {
  it("Relief that is carried back has one last day for the claim everywhere, and counts for the year before", async () => {
    const { id, company_id } = await add({ issued_on: "2026-04-03", certificate_on: "2026-10-01" });
    const pack = async (year: number) => (await member("GET", `/api/portfolio/me/year-end?tax_year=${year}`)).body;
    const claimUntil = async () => [
      (await readCompany(company_id)).company.lots[0]?.relief_claim_until,
      (await pack(2025)).bought[0].claim_until,
      (await pack(2026)).certificates[0].claim_until,
      ...(await rowsOf(2025)).filter(({ What }) => What === "Bought").map((row) => row["Claim until"]),
    ];
    const eisLimit = async () => {
      const { used_pence, used_before_pence } = (await pack(2025)).limits[1];
      return [used_pence, used_before_pence];
    };
    expect([await claimUntil(), await eisLimit()]).toEqual([Array(4).fill("2032-01-31"), [150_000, 0]]);
    await record(id, "income", "2026-10-20", 15_000, true);
    // The rest may be claimed for either year.
    expect([await claimUntil(), await eisLimit()]).toEqual([Array(4).fill("2032-01-31"), [100_000, 50_000]]);
    const open = (await readCompany(company_id)).calendar.find(({ kind }) => kind === "relief_claim_until");
    expect([open?.day, open?.pence]).toEqual(["2032-01-31", 30_000]);
    await record(id, "income", "2026-10-21", 30_000, true);
    expect([await claimUntil(), await eisLimit()]).toEqual([Array(4).fill("2031-01-31"), [0, 150_000]]);
    expect((await rowsOf(2026)).map(({ What }) => What)).toContain(
      "Relief on buying shares, carried back to 2024/25, recorded by the owner",
    );
    expect((await pack(2026)).reliefs).toMatchObject([{ carried_back_to: 2024 }, { carried_back_to: 2024 }]);
  });
});

describe("What is left to record", () => {
  it("Each kind of relief is left to record apart, until it is recorded", async () => {
    const { id, company_id } = await add();
    await sell(company_id, { sold_on: "2029-06-30", shares: 600 });
    const own = await readCompany(company_id);
    expect(own.company.lots[0]?.relief_left_pence).toBe(0);
    expect(own.losses.map(({ is_recorded }) => is_recorded)).toEqual([false]);
    const income = await record(id, "income", "2029-07-01", 1);
    expect([income.status, income.body.errors[0].path]).toEqual([422, "lot_id"]);
    expect((await record(id, "loss", "2029-12-01", 140_001)).body.errors[0].path).toBe("pence");
    expect((await record(id, "loss", "2029-12-01", 56_000)).status).toBe(201);
    expect((await readCompany(company_id)).losses.map(({ is_recorded }) => is_recorded)).toEqual([true]);
  });
  it.each([
    ["income", 45_000, 30_000],
    ["loss", 60_000, 40_000],
  ] as const)("Relief is not recorded twice by two requests at once: %s", async (kind, most, each) => {
    const { id, company_id } = await add(kind === "income" ? {} : { scheme: null, certificate_on: null });
    if (kind === "loss") await sell(company_id, { shares: 600, gross_pence: 150_000 - most });
    const calls = Array.from({ length: 2 }, () => () => record(id, kind, "2029-12-01", each));
    const [first, later] = await meetAtWrites(club.db, "relief_records", calls);
    expect([first?.status, later?.status, later?.body.errors?.[0].path]).toEqual([201, 422, "pence"]);
    expect((await record(id, kind, "2029-12-01", most - each)).status).toBe(201);
  });
  it("No income tax relief is recorded without a scheme, and no loss relief without a loss", async () => {
    const { id } = await add({ scheme: null, certificate_on: null });
    for (const kind of ["income", "loss"] as const)
      expect((await record(id, kind, "2029-12-01", 1)).body.errors[0].path, kind).toBe("lot_id");
  });
});

describe("A certificate", () => {
  const certificateOf = async (companyId: string) => {
    const { company, calendar } = await readCompany(companyId);
    return [
      ...company.lots.map(({ certificate }) => certificate),
      calendar.some(({ kind }) => kind === "relief_claim_until"),
    ];
  };
  it("A certificate is awaited for six months, and asked for after that", async () => {
    const fresh = await add({ company_name: "Fresh", issued_on: "2029-06-30", certificate_on: null });
    expect([await certificateOf(fresh.company_id), await stepsOf()]).toEqual([["late", true], expect.anything()]);
    const day = await add({ company_name: "Day", issued_on: "2029-07-01", certificate_on: null });
    expect(await certificateOf(day.company_id)).toEqual(["awaited", true]);
    expect((await read()).next.filter(({ kind }) => kind === "ask_certificate")).toMatchObject([
      { company_id: fresh.company_id, day: "2036-01-31" },
    ]);
  });
  it("A certificate is not awaited where all shares were sold within three years", async () => {
    const { company_id } = await add({ certificate_on: null });
    await sell(company_id, { shares: 600 });
    expect(await certificateOf(company_id)).toEqual(["sold_early", false]);
    expect((await stepsOf()).map(([kind]) => kind)).toEqual(["loss_claim"]);
  });
  it("A certificate is awaited on once nothing is left of the shares, as it may still come", async () => {
    const { company_id } = await add({ certificate_on: null });
    const nothing = { as_of: "2029-09-30", price: "0", source: "Liquidator" };
    const path = `/api/portfolio/me/typed/companies/${company_id}/prices`;
    expect((await member("POST", path, nothing)).status).toBe(201);
    expect(await certificateOf(company_id)).toEqual(["late", true]);
    expect((await stepsOf()).map(([kind]) => kind)).toEqual(["loss_claim", "ask_certificate"]);
  });
  it("A certificate is not awaited after the last day to claim, nor once a claim is recorded", async () => {
    const old = await add({ company_name: "Old", issued_on: "2020-01-02", certificate_on: null });
    expect(await certificateOf(old.company_id)).toEqual(["too_late", true]);
    const claimed = await add({ company_name: "Claimed", certificate_on: null });
    await record(claimed.id, "income", "2028-01-02", 45_000);
    expect(await certificateOf(claimed.company_id)).toEqual(["none", false]);
  });
});

describe("The CSV of a tax year", () => {
  it("The CSV of a tax year has a typed sale's gain, and each loss, in one column under one name", async () => {
    const rowan = await add();
    await sell(rowan.company_id, { sold_on: "2029-05-01", gross_pence: 40_000, costs_pence: 500 });
    const alder = await add({ company_name: "Alder", scheme: null, certificate_on: null });
    await sell(alder.company_id, { sold_on: "2029-05-02", gross_pence: 10_000, costs_pence: 500 });
    const path = `/api/portfolio/me/typed/companies/${alder.company_id}/prices`;
    await member("POST", path, { as_of: "2029-05-03", price: "0", source: null });
    const rows = (await rowsOf(2029)).filter(({ What }) => What === "Disposal");
    expect(rows.map((row) => [row.How, row.Shares, row["Gain or loss (GBP)"]])).toEqual([
      ["Sold", "100", "145.00"],
      ["Sold", "100", "-155.00"],
      ["Nothing left", "500", "-1250.00"],
    ]);
    const { body } = await member("GET", "/api/portfolio/me/year-end?tax_year=2029");
    expect(body.totals).toMatchObject({ gains_pence: 14_500, allowable_loss_pence: 140_500 });
  });
});

describe("A claim for a loss", () => {
  const soldTwice = async () => {
    const { id, company_id } = await add({ scheme: null, certificate_on: null });
    await sell(company_id, { sold_on: "2028-04-05" });
    await sell(company_id, { sold_on: "2028-06-10", shares: 500, gross_pence: 25_000 });
    return { id, company_id };
  };
  const recorded = async (companyId: string) =>
    (await readCompany(companyId)).losses.map(({ day, is_recorded }) => [day, is_recorded]);

  it("A claim is of one loss: the others of the lot stay to be claimed, with their last days", async () => {
    const { id, company_id } = await soldTwice();
    const open = await recordLoss(id, "2028-07-20", 3_000);
    expect([open.status, open.body.errors]).toEqual([
      422,
      [{ path: "lost_on", message: "Choose the day of the loss: 5 April 2028 or 10 June 2028" }],
    ]);
    expect((await recordLoss(id, "2028-07-20", 3_000, "2028-04-05")).status).toBe(201);
    expect(await recorded(company_id)).toEqual([
      ["2028-04-05", true],
      ["2028-06-10", false],
    ]);
    const { calendar, reliefs } = await readCompany(company_id);
    expect(reliefs).toMatchObject([{ kind: "loss", lost_on: "2028-04-05" }]);
    expect(calendar.filter(({ kind }) => kind === "loss_claim_until")).toMatchObject([
      { day: "2033-04-05", pence: 100_000 },
    ]);
    expect((await recordLoss(id, "2028-07-21", 40_000, "2028-06-10")).status).toBe(201);
    expect((await recorded(company_id)).map(([, is]) => is)).toEqual([true, true]);
  });
  it("A claim is refused before the loss, above it, and of a day without one", async () => {
    const { id } = await soldTwice();
    const refusals = [
      await recordLoss(id, "2028-06-09", 1_000, "2028-06-10"),
      await recordLoss(id, "2028-07-20", 15_001, "2028-04-05"),
      await recordLoss(id, "2028-07-20", 1_000, "2028-06-11"),
    ];
    expect(refusals.map(({ status, body }) => [status, body.errors[0].path, body.errors[0].message])).toEqual([
      [422, "claimed_on", "Choose a day from 10 June 2028 on: there was no loss to claim before"],
      [422, "pence", "Enter the tax that the loss of £150.00 saved you, not the loss: no tax is more than 70% of it"],
      [422, "lot_id", "Choose shares that brought less than they cost: there is no loss to claim for these"],
    ]);
  });
});

describe("Shares that are worth nothing, and are then sold for pennies", () => {
  /** 600 shares for £1,500 with £450 of relief, worth nothing, of which 240 are sold later for £4. */
  const lose = async () => {
    const { id, company_id } = await add({ issued_on: "2024-02-02", certificate_on: "2024-08-01" });
    expect((await record(id, "income", "2025-02-10", 45_000)).status).toBe(201);
    const nil = { as_of: "2028-05-05", price: "0" };
    expect((await member("POST", `/api/portfolio/me/typed/companies/${company_id}/prices`, nil)).status).toBe(201);
    return { id, company_id };
  };
  const sellSome = (companyId: string) => sell(companyId, { sold_on: "2028-06-05", shares: 240, gross_pence: 400 });
  const figures = async (companyId: string) => ({
    page: (await readCompany(companyId)).losses.map(({ shares, loss_pence }) => [shares, loss_pence]),
    pack: (await rowsOf(2028))
      .filter(({ What, Lot, Company }) => What === "Disposal" && Company?.startsWith("Rowan") && Lot !== undefined)
      .map((row) => [Number(row.Shares), row["Gain or loss (GBP)"]]),
  });

  it("Shares worth nothing and then sold for pennies count once: sold ones lost by sale, the rest as worthless", async () => {
    const { company_id } = await lose();
    await sellSome(company_id);
    const { page, pack } = await figures(company_id);
    expect(page.toSorted()).toEqual(
      [
        [240, 41_600],
        [360, 63_000],
      ].toSorted(),
    );
    expect(pack.slice(-2).toSorted()).toEqual(
      [
        [240, "-416.00"],
        [360, "-630.00"],
      ].toSorted(),
    );
    await sell(company_id, { sold_on: "2028-07-05", shares: 360, gross_pence: 0 });
    expect((await figures(company_id)).page.toSorted()).toEqual(
      [
        [240, 41_600],
        [360, 63_000],
      ].toSorted(),
    );
  });
  it("Shares cost nothing at the sale once they were claimed as worthless", async () => {
    const { id, company_id } = await lose();
    expect((await recordLoss(id, "2028-05-20", 20_000, "2028-05-05")).status).toBe(201);
    await sellSome(company_id);
    const { page, pack } = await figures(company_id);
    expect(page).toEqual([[600, 105_000]]);
    expect(pack.slice(-2).toSorted()).toEqual(
      [
        [240, "4.00"],
        [600, "-1050.00"],
      ].toSorted(),
    );
  });
});
