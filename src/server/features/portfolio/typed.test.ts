import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const now = new Date("2029-12-31T12:00:00Z");
let person: Person;
let member: Call;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const admin = await club.as(await buildAdmin(club.db));
const other = await club.as(await buildPerson(club.db));
beforeEach(async () => {
  person = await buildPerson(club.db);
  member = await club.as(person);
});

const holding = (change = {}) => ({
  company_name: "Rowan Systems",
  shares: 1_000,
  share_class: "Ordinary",
  price: "1.5",
  cost_pence: 150_000,
  fee_pence: 1_500,
  scheme: "EIS",
  issued_on: "2027-02-02",
  certificate_on: "2027-08-01",
  note: "By a friend.",
  ...change,
});
const add = (change = {}, by = member) => by("POST", "/api/portfolio/me/typed/holdings", holding(change));
const sell = (companyId: string, change = {}, by = member) =>
  by("POST", `/api/portfolio/me/typed/companies/${companyId}/sales`, {
    sold_on: "2028-06-30",
    shares: 400,
    gross_pence: 80_000,
    costs_pence: 1_000,
    ...change,
  });
const price = (companyId: string, change = {}, by = member) =>
  by("POST", `/api/portfolio/me/typed/companies/${companyId}/prices`, {
    as_of: "2029-03-01",
    price: "3",
    source: "Their own round",
    ...change,
  });
const read = async (by = member, query = "") => (await by("GET", `/api/portfolio/me${query}`)).body;
const readCompany = async (id: string, by = member) => (await by("GET", `/api/portfolio/me/companies/${id}`)).body;
/** The first field that is refused, and why. */
const refusal = ({ status, body }: Awaited<ReturnType<Call>>) => [
  status,
  body.errors?.[0].path,
  body.errors?.[0].message,
];

describe("POST /portfolio/me/typed/holdings", () => {
  it("adds a holding to the member's figures, calendar and files, by the member's own word", async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    const { figures, companies, calendar, steps, events } = await read();
    expect(figures).toMatchObject({
      paid_in_pence: 151_500,
      cost_pence: 150_000,
      fee_pence: 1_500,
      value_pence: 150_000,
    });
    expect(companies).toMatchObject([
      {
        company_id: body.company_id,
        name: "Rowan Systems",
        origin: "typed",
        price: { price: "1.50", as_of: "2027-02-02", basis: "own_cost", source: null, age: "stale" },
        lots: [{ id: body.id, origin: "typed", deal_id: null, commitment_id: null, relief_claim_until: "2033-01-31" }],
      },
    ]);
    expect(calendar.map(({ kind, day, name }: Record<string, string>) => [kind, day, name])).toContainEqual([
      ...["three_years", "2030-02-02", "Rowan Systems (not through the club)"],
    ]);
    expect(steps[0]).toEqual({ day: "2027-02-02", paid_in_pence: 151_500, worth_pence: 150_000, range_pence: 0 });
    expect(events[0]).toMatchObject({ kind: "paid", pence: 151_500 });
    const file = async (name: string) => (await member("GET", `/api/portfolio/me/${name}.csv`)).body;
    expect(await file("holdings")).toContain(",Rowan Systems (not through the club),");
    expect(await file("holdings")).toContain("Not through the club");
    expect(await file("flows")).toContain(
      `2027-02-02,${body.id},Rowan Systems (not through the club),Paid in,-1515.00`,
    );
  });
  it("adds a lot to the company of that name, in any letter case", async () => {
    const first = (await add()).body;
    const second = (await add({ company_name: "ROWAN systems", issued_on: "2028-02-02", certificate_on: null })).body;
    expect(second.company_id).toBe(first.company_id);
    const { companies } = await read();
    expect(companies.map(({ lots }: { lots: object[] }) => lots.length)).toEqual([2]);
  });
  it("adds a company apart from the club's holding of the same name", async () => {
    const jonas = await buildInvestor(club.db);
    const own = await club.as(jonas);
    const held = await buildHeldRound(club.db, {
      company: { name: "Rowan Systems" },
      terms: { price: "1.24", scheme: "SEIS", share_class: "Ordinary" },
      code: "T7D",
      called_on: "2027-01-25",
      wired_on: "2027-02-01",
      issued_on: "2027-02-02",
      members: [{ record_id: jonas.record_id, tier: "trial", shares: 6879, paid_on: "2027-01-28" }],
    });
    const { company_id } = (await add({}, own)).body;
    await price(company_id, { price: "9" }, own);
    const { companies, figures } = await read(own);
    expect(companies.map(({ company_id: id, origin }: Record<string, string>) => [id, origin])).toEqual([
      [company_id, "typed"],
      [held.company_id, "club"],
    ]);
    expect(figures.paid_in_pence).toBe(959_621 + 151_500);
    expect((await readCompany(held.company_id, own)).typed).toBeNull();
    // The desk knows the club's alone.
    const prices = await admin("GET", `/api/companies/${held.company_id}/valuations`);
    expect(prices.body.items).toEqual([]);
    const sale = { kind: "sale", happened_on: "2029-06-30", price: "2", costs_pence: 0 };
    const exit = await admin("POST", `/api/companies/${held.company_id}/exits`, sale);
    expect([exit.body.shares, exit.body.members]).toEqual([6879, 1]);
  });
  it("adds a holding that nobody else sees: no admin, and no row in the audit", async () => {
    const { company_id } = (await add()).body;
    await price(company_id);
    for (const by of [other, admin]) {
      expect((await read(by)).companies).toEqual([]);
      expect((await by("GET", `/api/portfolio/me/companies/${company_id}`)).status).toBe(404);
    }
    const userId = (await buildAdmin(club.db)).id;
    for (const table of ["typed_companies", "typed_holdings", "typed_prices", "typed_sales"] as const)
      expect(await club.asActor({ userId }, (tx) => tx.selectFrom(table).select("id").execute())).toEqual([]);
    const audit = club.db.selectFrom("audit_events").select("id").where("actor_id", "=", person.id);
    expect(await audit.execute()).toEqual([]);
  });
  it("accepts a relief from the certificate until the last day to claim it, which is earlier if carried back", async () => {
    const { id } = (await add({ issued_on: "2020-05-01", certificate_on: "2020-09-01" })).body;
    const claim = async (claimed_on: string, is_carried_back = false) =>
      refusal(
        await member("POST", "/api/portfolio/me/reliefs", {
          lot_id: id,
          kind: "income",
          claimed_on,
          pence: 1_000,
          is_carried_back,
        }),
      );
    expect(await claim("2020-08-31")).toEqual([422, "claimed_on", portfolioMessages.beforeCertificate("2020-09-01")]);
    expect(await claim("2026-02-01", true)).toEqual([422, "claimed_on", portfolioMessages.afterClaim("2026-01-31")]);
    expect(await claim("2027-02-01")).toEqual([422, "claimed_on", portfolioMessages.afterClaim("2027-01-31")]);
    expect((await claim("2026-01-31", true))[0]).toBe(201);
    expect((await claim("2027-01-31"))[0]).toBe(201);
  });
  it("adds a holding to its owner's export, with claims on it, and it goes with the account", async () => {
    const { id } = (await add()).body;
    const relief = { lot_id: id, kind: "income", claimed_on: "2027-11-15", pence: 45_000 };
    expect((await member("POST", "/api/portfolio/me/reliefs", relief)).body).toMatchObject({
      lot_id: id,
      pence: 45_000,
    });
    expect((await read()).figures.relief_pence).toBe(45_000);
    const data = await club.asOwner(null, (tx) => collectData(tx, person.id, club));
    expect(data.typed_holdings).toMatchObject([{ id, note: "By a friend." }]);
    expect(data.reliefs_you_recorded).toMatchObject([{ typed_holding_id: id, pence: 45_000 }]);
    await sql`delete from auth.users where id = ${person.id}`.execute(club.db);
    const left = await sql`select from relief_records where typed_holding_id = ${id}`.execute(club.db);
    expect(left.rows).toEqual([]);
  });
  it.each([
    ["company_name", { company_name: " " }, "Please fill this in"],
    ["shares", { shares: 1.5 }, "Enter a whole number of shares"],
    ["shares", { shares: 0 }, "Enter at least 1 share"],
    ["shares", { shares: 1_000_000_001 }, "Enter at most 1,000,000,000 shares"],
    ["price", { price: "0" }, "Please enter a price above £0"],
    ["price", { price: "1.1234567" }, "Enter a price such as £1.24, with at most six decimals"],
    [
      "cost_pence",
      { cost_pence: 15_000_000 },
      "The shares at this price come to £1,500.00: check the price or the cost",
    ],
    ...([
      ["0.03", 1000, 39_99, "£30.00"],
      ["0.0333", 1234, 50_00, "£41.09"],
      ["1", 1000, 1_217_00, "£1,000.00"],
    ].map(([price, shares, cost_pence, words]) => [
      "cost_pence",
      { price, shares, cost_pence },
      `The shares at this price come to ${words}: check the price or the cost`,
    ]) as [string, object, string][]),
    ["issued_on", { issued_on: "2030-01-01", certificate_on: null }, "Choose today or an earlier day"],
    [
      "scheme",
      { issued_on: "2012-04-05", certificate_on: null },
      "Rates and limits are known here for shares issued from 6 April 2012 on. Choose no scheme",
    ],
    ["certificate_on", { scheme: null }, "A certificate comes only with SEIS or EIS"],
    ["certificate_on", { certificate_on: "2027-02-01" }, "The certificate cannot have come before 2 February 2027"],
  ])("returns 422 for an invalid %s: %o", async (path, change, message) => {
    expect(refusal(await add(change))).toEqual([422, path, message]);
  });
  it("adds to the company that was typed before, in whatever case, quotes and spaces", async () => {
    const company_name = "O’Briain & Müller “Brewing” Ltd";
    const { company_id } = (await add({ company_name })).body;
    for (const typed of [
      'o\'briain & müller "brewing" ltd',
      " O‘BRIAIN  &  Müller „Brewing“ Ltd ",
      "O’Briain &\u00A0Müller «Brewing» Ltd",
    ])
      expect((await add({ company_name: typed })).body.company_id, typed).toBe(company_id);
    expect((await add({ company_name: "O’Briain & Muller “Brewing” Ltd" })).body.company_id).not.toBe(company_id);
    const { companies } = await read();
    expect(companies.map(({ name, lots }: { name: string; lots: unknown[] }) => [name, lots.length])).toEqual([
      [company_name, 4],
      ["O’Briain & Muller “Brewing” Ltd", 1],
    ]);
  });
  it("accepts 500 holdings, and no more", async () => {
    const { company_id } = (await add()).body;
    await sql`insert into typed_holdings (user_id, company_id, shares, share_class, price, cost_pence, fee_pence, issued_on)
        select ${person.id}, ${company_id}, 1, 'A', 1, 100, 0, '2027-01-01' from generate_series(2, 500)`.execute(
      club.db,
    );
    const { status, body } = await add();
    expect([status, body.code]).toEqual([409, "too_many_entries"]);
  });
});

describe("POST /portfolio/me/typed/companies/{id}/sales", () => {
  it("sells the earliest shares first, and pays out on that day", async () => {
    const { company_id } = (await add({ shares: 300, cost_pence: 45_000, fee_pence: 0 })).body;
    await add({ issued_on: "2028-02-02", certificate_on: null });
    expect((await sell(company_id)).status).toBe(201);
    const [company] = (await read()).companies;
    expect(company.lots.map(({ shares_left }: { shares_left: number }) => shares_left)).toEqual([0, 900]);
    expect(company.figures).toMatchObject({
      gross_received_pence: 80_000,
      received_pence: 79_000,
      value_pence: 135_000,
    });
    expect((await read(member, "?on=2028-06-29")).figures.received_pence).toBe(0);
    expect((await readCompany(company_id)).typed.sales).toMatchObject([{ shares: 400, gross_pence: 80_000 }]);
  });
  it("refuses more shares than were held that day, other sales counted", async () => {
    const { company_id } = (await add()).body;
    await sell(company_id, { shares: 900, sold_on: "2029-01-01" });
    expect(refusal(await sell(company_id, { shares: 101, sold_on: "2029-02-01" }))).toEqual([
      ...[422, "shares", "You held 100 shares on 1 February 2029"],
    ]);
    expect(refusal(await sell(company_id, { shares: 101, sold_on: "2028-02-01" }))).toEqual([
      ...[422, "shares", "You sold more shares than would then be left on 1 January 2029. Remove that sale first"],
    ]);
    expect((await sell(company_id, { shares: 100 })).status).toBe(201);
  });
  it("returns 404 for a company that is not the member's own", async () => {
    const { company_id } = (await add()).body;
    for (const by of [other, admin]) expect((await sell(company_id, {}, by)).status).toBe(404);
  });
  it.each([
    ["sold_on", { sold_on: "2027-02-01" }, "Choose a day from 2 February 2027 on: you bought the shares then"],
    ["sold_on", { sold_on: "2030-01-01" }, "Choose today or an earlier day"],
    ["costs_pence", { costs_pence: 80_001 }, "The costs are more than the shares brought"],
  ])("returns 422 for an invalid %s", async (path, change, message) => {
    const { company_id } = (await add()).body;
    expect(refusal(await sell(company_id, change))).toEqual([422, path, message]);
  });
});

describe("POST /portfolio/me/typed/companies/{id}/prices", () => {
  it("sets a price by the member's own word, upwards and downwards, and nothing left is a loss", async () => {
    const { company_id } = (await add()).body;
    await price(company_id);
    expect((await read()).companies[0]).toMatchObject({
      figures: { value_pence: 300_000 },
      price: { price: "3.00", basis: "own_word", source: "Their own round", age: "ageing" },
    });
    await price(company_id, { as_of: "2029-10-01", price: "0", source: null });
    const { companies, next } = await read();
    expect(companies[0]).toMatchObject({
      state: "written_off",
      figures: { value_pence: 0 },
      price: { basis: "nil" },
    });
    expect(next).toContainEqual(
      expect.objectContaining({ kind: "loss_claim", name: "Rowan Systems (not through the club)" }),
    );
  });
  it("returns 422 for a day before the shares", async () => {
    const { company_id } = (await add()).body;
    expect(refusal(await price(company_id, { as_of: "2027-02-01" }))[1]).toBe("as_of");
  });
});

describe("PUT /portfolio/me/typed/holdings/{id}", () => {
  const change = (id: string, changed: object, by = member) =>
    by("PUT", `/api/portfolio/me/typed/holdings/${id}`, holding(changed));
  it("changes a holding, and moves it to the company of its new name", async () => {
    const { id, company_id } = (await add()).body;
    const { body } = await change(id, {
      company_name: "Hazel Health",
      shares: 900,
      cost_pence: 135_000,
      scheme: "SEIS",
    });
    expect(body.company_id).not.toBe(company_id);
    expect((await read()).companies).toMatchObject([{ name: "Hazel Health", figures: { cost_pence: 135_000 } }]);
    expect((await readCompany(company_id)).code).toBe("not_found");
  });
  it("refuses, at the field, a change that a sale of the holding would not allow", async () => {
    const { id, company_id } = (await add()).body;
    await sell(company_id);
    const less = { shares: 399, cost_pence: 59_850 };
    expect(refusal(await change(id, less))[1]).toBe("shares");
    expect(refusal(await change(id, { company_name: "Hazel Health" }))[1]).toBe("company_name");
    expect(refusal(await change(id, { issued_on: "2028-07-01", certificate_on: null }))).toEqual([
      ...[422, "issued_on", "You sold more shares than would then be left on 30 June 2028. Remove that sale first"],
    ]);
    expect(refusal(await change(id, { ...less, issued_on: "2028-06-30", certificate_on: null }))[1]).toBe("shares");
    expect((await change(id, { shares: 400, cost_pence: 60_000 })).status).toBe(200);
  });
  it("tells a second window what the first saved, and then takes its own", async () => {
    const { id, company_id } = (await add()).body;
    const version = async () => (await readCompany(company_id)).typed.holdings[0].updated_at;
    const expected_version = await version();
    expect((await change(id, { shares: 900, cost_pence: 135_000, expected_version })).status).toBe(200);
    const { status, body } = await change(id, { note: "Mine", expected_version });
    expect([status, body.code, body.detail]).toEqual([
      409,
      "revision_conflict",
      "Another window saved these shares meanwhile: 900 for £1,350.00. Close the form to keep that, or save again to replace it",
    ]);
    expect((await readCompany(company_id)).typed.holdings).toMatchObject([{ shares: 900, note: "By a friend." }]);
    expect((await change(id, { note: "Mine", expected_version: await version() })).status).toBe(200);
  });
  it("refuses what a recorded relief was worked out of, and takes the rest", async () => {
    const { id } = (await add()).body;
    const relief = { lot_id: id, kind: "income", claimed_on: "2028-01-31", pence: 45_000 };
    expect((await member("POST", "/api/portfolio/me/reliefs", relief)).status).toBe(201);
    const said =
      "You recorded relief of £450.00 on these shares as they were. Remove that first, then record what is right";
    expect(refusal(await change(id, { shares: 100, cost_pence: 15_000 }))).toEqual([422, "shares", said]);
    expect(refusal(await change(id, { scheme: null, certificate_on: null }))).toEqual([422, "scheme", said]);
    expect((await change(id, { note: "By a good friend." })).status).toBe(200);
  });
  it("keeps one class of shares under a name, in any spelling of it", async () => {
    const { id } = (await add()).body;
    expect((await add({ share_class: "ordinary shares", issued_on: "2027-03-02" })).status).toBe(201);
    const said =
      "You have Ordinary shares under this name. Enter another class under a name of its own, such as the company and the class";
    expect(refusal(await add({ share_class: "A Ordinary" }))).toEqual([422, "share_class", said]);
    expect((await change(id, { share_class: "A Ordinary" })).status).toBe(422);
    expect((await add({ company_name: "Rowan Systems, A Ordinary", share_class: "A Ordinary" })).status).toBe(201);
  });
  it("returns 404 for a holding that is not the member's own", async () => {
    const { id } = (await add()).body;
    for (const by of [other, admin]) expect((await change(id, {}, by)).status).toBe(404);
  });
});

describe("DELETE /portfolio/me/typed/holdings/{id}", () => {
  it("removes a holding, and not while some of it was sold, unless another covers the sale", async () => {
    const { id, company_id } = (await add()).body;
    const path = `/api/portfolio/me/typed/holdings/${id}`;
    const shown = async () =>
      (await readCompany(company_id)).typed.holdings.map(({ needed_on, can }: Record<string, unknown>) => [
        needed_on,
        can,
      ]);
    expect(await shown()).toEqual([[null, { remove: true }]]);
    await sell(company_id);
    expect(await shown()).toEqual([["2028-06-30", { remove: false }]]);
    const { status, body } = await member("DELETE", path);
    expect([status, body.code]).toEqual([409, "oversold"]);
    // The sale needs one holding, so a second of the company lets either be removed.
    await add({ issued_on: "2028-02-02", certificate_on: null });
    expect(await shown()).toEqual(Array.from({ length: 2 }, () => [null, { remove: true }]));
    expect((await member("DELETE", path)).status).toBe(200);
  });
  it("removes the last holding of a company with the company", async () => {
    const { id, company_id } = (await add()).body;
    const path = `/api/portfolio/me/typed/holdings/${id}`;
    await sell(company_id);
    const [sale] = (await readCompany(company_id)).typed.sales;
    expect((await member("DELETE", `/api/portfolio/me/typed/sales/${sale.id}`)).status).toBe(200);
    for (const by of [other, admin]) expect((await by("DELETE", path)).status).toBe(404);
    expect((await member("DELETE", path)).status).toBe(200);
    expect((await read()).companies).toEqual([]);
  });
});

for (const name of ["sales", "prices"] as const)
  describe(`DELETE /portfolio/me/typed/${name}/{id}`, () => {
    it("removes the member's own entry, once, and no other member's", async () => {
      const { company_id } = (await add()).body;
      await (name === "sales" ? sell : price)(company_id);
      const [{ id }] = (await readCompany(company_id)).typed[name];
      const path = `/api/portfolio/me/typed/${name}/${id}`;
      for (const by of [other, admin]) expect((await by("DELETE", path)).status).toBe(404);
      expect((await member("DELETE", path)).status).toBe(200);
      expect((await member("DELETE", path)).status).toBe(404);
      expect((await readCompany(company_id)).typed[name]).toEqual([]);
    });
  });

describe("Two changes at once", () => {
  it("Two changes at once never leave more sold than held", async () => {
    const { company_id } = (await add()).body;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sell(company_id, { shares: 300, gross_pence: 100, costs_pence: 0 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 422, 422, 422]);
  });
});
