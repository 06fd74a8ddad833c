import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment, buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { usualPriceAges } from "#shared/portfolio/portfolio-figures.ts";
import { buildPaper } from "#tests/support/build-papers.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
let now = new Date("2027-12-01T12:00:00Z");
let jonas: Person & { record_id: string };
let member: Call;
let held: Awaited<ReturnType<typeof buildHeldRound>>;
let lot_id: string;

const codes = (function* () {
  for (const first of "23456789ABC") for (const last of "DEFGHJKMNP") yield `${first}${last}X`;
})();
const hold = (record_id: string, terms: { price: string; scheme: "SEIS" | "EIS" | "none" }, first_pence = 0) =>
  buildHeldRound(club.db, {
    terms: { ...terms, share_class: "Ordinary" },
    code: codes.next().value ?? "",
    called_on: "2027-01-25",
    wired_on: "2027-02-01",
    issued_on: "2027-02-02",
    members: [{ record_id, tier: "trial", shares: 6879, paid_on: "2027-01-28", first_pence }],
  });

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const admin = await club.as(await buildAdmin(club.db));
const other = await club.as(await buildInvestor(club.db));
beforeEach(async () => {
  now = new Date("2027-12-01T12:00:00Z");
  jonas = await buildInvestor(club.db, { full_name: "Jonas Weber", signed_at: new Date("2027-06-01T12:00:00Z") });
  member = await club.as(jonas);
  held = await hold(jonas.record_id, { price: "1.24", scheme: "SEIS" });
  lot_id = held.holdings[0]?.id ?? "";
});

const read = async (by = member, query = "") => (await by("GET", `/api/portfolio/me${query}`)).body;
const nextOf = async () =>
  (await read()).next.map(({ kind, day, pence }: { kind: string; day: string; pence: number | null }) => [
    ...[kind, day, pence],
  ]);

describe("GET /portfolio/me", () => {
  it("returns an empty portfolio for a member who holds nothing", async () => {
    const { companies, figures, steps, oldest_price, median_multiple } = await read(other);
    expect([companies, steps, oldest_price, median_multiple]).toEqual([[], [], null, null]);
    expect(figures).toMatchObject({ paid_in_pence: 0, net_multiple: null, net_rate: { state: "none" } });
  });
  it("returns the member's own portfolio alone, and an admin's own for an admin", async () => {
    expect((await read()).figures).toMatchObject({
      paid_in_pence: 959_621,
      fee_pence: 106_625,
      value_pence: 852_996,
    });
    expect((await read(admin)).companies).toEqual([]);
  });
  it("counts each payment that arrived, two of a day too", async () => {
    const rosa = await buildInvestor(club.db);
    await hold(rosa.record_id, { price: "1.24", scheme: "SEIS" }, 12_50);
    expect((await read(await club.as(rosa))).figures).toMatchObject({ paid_in_pence: 959_621, payments: 2 });
  });
  it("deducts money that was sent back from the payment that came last before that", async () => {
    const { rows } = await sql<{ commitment_id: string; deal_id: string }>`
      select commitment_id, deal_id from holdings where id = ${lot_id}`.execute(club.db);
    const [{ commitment_id, deal_id } = { commitment_id: "", deal_id: "" }] = rows;
    const post = (kind: string, day: string, over_pence: number) =>
      sql`select post_ledger(${deal_id}, ${kind}, ${day}::date, jsonb_build_array(
        jsonb_build_object('account', '1000', 'amount_pence', ${over_pence}::bigint),
        jsonb_build_object('account', '2200', 'commitment_id', ${commitment_id}::text, 'amount_pence', ${-over_pence}::bigint)),
        ${commitment_id})`.execute(club.db);
    const paid = async () => {
      const [lot] = await club
        .readAs({ userId: jonas.id, at: now })
        .selectFrom("own_holdings")
        .select("payments")
        .execute();
      return lot?.payments;
    };
    const all = [{ day: "2027-01-28", pence: 959_621, arrived_pence: 959_621 }];
    // All of it too much, and sent back before what was due came.
    await post("receipt", "2027-01-26", 61_600);
    await post("refund", "2027-01-27", -61_600);
    expect(await paid()).toEqual(all);
    // Still to be sent back.
    await post("receipt", "2027-01-29", 10_000);
    expect(await paid()).toEqual(all);
  });
  it("returns the portfolio without a statement, after the membership ended, and with deals switched off", async () => {
    await sql`update statements set state = 'withdrawn', ended_at = '2027-11-01' where record_id = ${jonas.record_id}`.execute(
      club.db,
    );
    await sql`update user_roles set status = 'rejected' where user_id = ${jonas.id}`.execute(club.db);
    expect((await read()).figures.paid_in_pence).toBe(959_621);
  });
  it("returns the ending statement, the new certificate, and three years that are up as next steps", async () => {
    expect(await nextOf()).toEqual([["ask_certificate", "2033-01-31", null]]);
    const commitment_id = held.holdings[0]?.commitment_id ?? "";
    expect((await read()).companies[0].lots[0].certificate_id).toBeNull();
    const paper = { deal_id: held.id, commitment_id, kind: "relief_certificate" as const, matched_at: now };
    const { id: certificate_id } = await buildPaper(club.db, paper);
    expect(await nextOf()).toEqual([["claim_relief", "2033-01-31", 426_498]]);
    expect((await read()).companies[0].lots[0]).toMatchObject({ certificate_on: "2027-12-01", certificate_id });
    now = new Date("2028-03-31T22:59:00Z");
    expect(await nextOf()).toEqual([["claim_relief", "2033-01-31", 426_498]]);
    now = new Date("2028-03-31T23:00:00Z");
    expect((await nextOf())[0]).toEqual(["statement_ends", "2028-05-31", null]);
    await member("POST", "/api/portfolio/me/reliefs", {
      lot_id,
      kind: "income",
      claimed_on: "2028-04-01",
      pence: 426_498,
    });
    now = new Date("2029-12-01T12:00:00Z");
    expect(await nextOf()).toEqual([["three_years", "2030-02-02", null]]);
    now = new Date("2030-03-06T12:00:00Z");
    expect(await nextOf()).toEqual([]);
    // The answer is as of that day: what one was asked then is not known.
    expect((await read(member, "?on=2029-12-01")).next.length).toBe(1);
  });
  it("returns what a commitment waits for, by day", async () => {
    await setDeals(club.db);
    const at = new Date("2027-11-30T10:00:00Z");
    for (const [state, given] of [
      ["needs_reconsent", { reconsent_until: new Date("2027-12-03T10:00:00Z") }],
      [
        "called",
        {
          called_at: at,
          due_at: new Date("2027-12-02T10:00:00Z"),
          grace_until: new Date("2027-12-03T10:00:00Z"),
          allocated_shares: 10_000,
        },
      ],
    ] as const) {
      const deal = await buildDeal(club.db, { state: "closing", at });
      const { id } = await buildCommitment(club.db, {
        deal_id: deal.id,
        terms_id: deal.terms_id,
        record_id: jonas.record_id,
        state,
        placed_at: at,
        ...given,
        ...(state === "called" && {
          cost_pence: 1_200_000,
          fee_pence: 150_000,
          reference: `KD${codes.next().value}AB223`,
        }),
      });
      const due = JSON.stringify([
        { account: "1100", commitment_id: id, amount_pence: 1_350_000 },
        { account: "2000", commitment_id: id, amount_pence: -1_200_000 },
        { account: "2100", commitment_id: null, amount_pence: -150_000 },
      ]);
      if (state === "called")
        await sql`select post_ledger(${deal.id}, 'call', '2027-11-30', ${due}::jsonb, ${id})`.execute(club.db);
    }
    expect(await nextOf()).toEqual([
      ["pay", "2027-12-02", 1_350_000],
      ["reconsent", "2027-12-03", null],
      ["ask_certificate", "2033-01-31", null],
    ]);
  });
  it("counts a price for as many months as the club has set, everywhere", async () => {
    const figures = async () => {
      const { companies, figures: all, steps } = await read();
      const own = (await member("GET", `/api/portfolio/me/companies/${held.company_id}`)).body.company;
      const file = String((await member("GET", "/api/portfolio/me/valuations.csv")).body);
      return [all.value_pence, steps.at(-1).worth_pence, companies[0].price.age, own.figures.range_pence, file];
    };
    const usual = await figures();
    expect(usual.slice(0, 4)).toEqual([852_996, 852_996, "ageing", 0]);
    expect(usual[4]).toContain(",2030-02-02,,,Shares of now,");
    const value = { fresh: 2, ageing: 4, stale: 8 };
    await admin("PUT", "/api/settings/price_ages", { value, expected_revision: 0 });
    await expect.poll(async () => (await read()).companies[0].price.age).toBe("range");
    const short = await figures();
    expect(short.slice(0, 4)).toEqual([0, 0, "range", 852_996]);
    const old = await read();
    expect(old.figures).toMatchObject({ net_multiple: null, net_multiple_range: { low: 0 }, gross_multiple: null });
    expect(old.figures.net_multiple_range.high.toFixed(4)).toBe("0.8889");
    expect(old.figures.gross_multiple_range).toEqual({ low: 0, high: 1 });
    expect([old.median_multiple, old.median_multiple_range]).toEqual([null, { low: 0, high: 1 }]);
    expect(old.steps.at(-1)).toMatchObject({ worth_pence: 0, range_pence: 852_996 });
    expect(short[4]).toContain(",2027-10-02,,,Shares of now,");
    await admin("PUT", "/api/settings/price_ages", { value: usualPriceAges, expected_revision: 1 });
    await expect.poll(async () => (await read()).companies[0].price.age).toBe("ageing");
  });
  it("returns nothing of tax for a round without a scheme", async () => {
    const investor = await buildInvestor(club.db);
    const plain = await club.as(investor);
    await hold(investor.record_id, { price: "1.24", scheme: "none" });
    const { calendar, companies } = await read(plain);
    expect(calendar.map(({ kind }: { kind: string }) => kind)).toEqual(["paid", "issued"]);
    expect(companies[0].lots[0]).toMatchObject({ scheme: null, relief_claim_until: null, three_years_on: null });
  });
});

describe("GET /portfolio/me/companies/{id}", () => {
  it("returns the member's own companies alone, for admins too", async () => {
    const path = `/api/portfolio/me/companies/${held.company_id}`;
    expect((await member("GET", path)).body.company.figures.paid_in_pence).toBe(959_621);
    for (const by of [other, admin]) expect((await by("GET", path)).status).toBe(404);
  });
});

const files = [
  ["holdings", "holdings"],
  ["flows", "payments"],
  ["valuations", "prices"],
] as const;
describe.each(files)("%s.csv", (name, called) => {
  describe(`GET /portfolio/me/${name}.csv`, () => {
    it("returns a file of the member's own rows alone, and formulas as text", async () => {
      await club.db.updateTable("companies").set({ name: "=1+1" }).where("id", "=", held.company_id).execute();
      const path = `/api/portfolio/me/${name}.csv`;
      const { headers, body } = await member("GET", path);
      expect(headers.get("content-disposition")).toContain(`-${called}-2027-12-01.csv`);
      expect(String(body)).toContain("'=1+1");
      expect(
        String((await other("GET", path)).body)
          .trim()
          .split("\r\n"),
      ).toHaveLength(1);
    });
  });
});

const relief = () => ({ lot_id, kind: "income", claimed_on: "2027-11-15", pence: 426_498 });
const record = (change: object = {}, by = member) =>
  by("POST", "/api/portfolio/me/reliefs", { ...relief(), ...change });

describe("POST /portfolio/me/reliefs", () => {
  it("records a relief apart from every other figure, carried back with an earlier last day", async () => {
    const { status, body } = await record({ is_carried_back: true });
    expect([status, body]).toMatchObject([201, { ...relief(), is_carried_back: true }]);
    const { figures, companies } = await read();
    expect([figures.relief_pence, figures.received_pence, figures.net_multiple_with_reliefs.toFixed(6)]).toEqual([
      ...[426_498, 0, "1.333333"],
    ]);
    expect(companies[0].lots[0].relief_claim_until).toBe("2032-01-31");
  });
  it("records a relief that nobody else sees: no admin, and no row in the audit", async () => {
    await record();
    const seen = await club.asActor({ userId: (await buildAdmin(club.db)).id }, (tx) =>
      tx.selectFrom("relief_records").select("id").where("holding_id", "=", lot_id).execute(),
    );
    expect(seen).toEqual([]);
    const audit = club.db.selectFrom("audit_events").select("id").where("actor_id", "=", jonas.id);
    expect(await audit.execute()).toEqual([]);
  });
  it("records a relief that is in its owner's export, and goes with the owner's record, while the holding stays", async () => {
    await record();
    const data = await club.asOwner(null, (tx) => collectData(tx, jonas.id, club));
    expect(data.reliefs_you_recorded).toMatchObject([{ kind: "income", claimed_on: "2027-11-15", pence: 426_498 }]);
    await club.db.deleteFrom("investor_records").where("id", "=", jonas.record_id).execute();
    const kept = club.db.selectFrom("holdings").select("record_id").where("id", "=", lot_id);
    expect(await kept.execute()).toEqual([{ record_id: null }]);
    expect((await read()).companies).toEqual([]);
  });
  it.each([
    ["lot_id", { lot_id: unknownId }, "Choose one of your holdings"],
    ["claimed_on", { claimed_on: "2027-12-02" }, "Choose today or an earlier day"],
    ["claimed_on", { claimed_on: "2027-02-01" }, "Choose a day from 2 February 2027 on: the shares were issued then"],
    ["pence", { pence: 426_499 }, "Enter no more than the £4,264.98 that can be recorded of it"],
    ["lot_id", { kind: "loss" }, "Choose shares that brought less than they cost: there is no loss to claim for these"],
    ["is_carried_back", { kind: "loss", is_carried_back: true }, "Only relief on buying shares can be carried back"],
  ])("returns 422 for an invalid %s", async (path, change, message) => {
    const { status, body } = await record(change);
    expect([status, body.errors[0].path]).toEqual([422, path]);
    if (message) expect(body.errors[0].message).toBe(message);
  });
  it("records no more than the relief that is left, and nothing once all of it is recorded", async () => {
    expect((await record({ pence: 400_000 })).status).toBe(201);
    expect((await read()).companies[0].lots[0].relief_left_pence).toBe(26_498);
    const { status, body } = await record({ pence: 26_499 });
    expect([status, body.errors[0].message]).toEqual([
      ...[422, "Enter no more than the £264.98 that can be recorded of it"],
    ]);
    expect((await record({ pence: 26_498 })).status).toBe(201);
    expect((await read()).companies[0].lots[0].relief_left_pence).toBe(0);
    expect((await record({ pence: 1 })).body.errors[0].message).toBe(
      "All of it is recorded. Remove a claim first to record another amount",
    );
  });
  it("refuses a lot of somebody else", async () => {
    expect((await record({}, other)).body.errors[0].path).toBe("lot_id");
    expect((await record({}, admin)).body.errors[0].path).toBe("lot_id");
  });
});

describe("DELETE /portfolio/me/reliefs/{id}", () => {
  it("removes the member's own relief, once, and no other member's", async () => {
    const { id } = (await record()).body;
    const path = `/api/portfolio/me/reliefs/${id}`;
    for (const by of [other, admin]) expect((await by("DELETE", path)).status).toBe(404);
    expect((await member("DELETE", path)).status).toBe(200);
    expect((await member("DELETE", path)).status).toBe(404);
    expect((await read()).figures.relief_pence).toBe(0);
  });
});
