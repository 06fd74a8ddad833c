import type { Insertable } from "kysely";
import { describe, expect, it } from "vitest";
import type { DealInterests } from "#server/platform/db/database.generated.ts";
import { buildDeal, buildEnquiry } from "#server/sample/build-deal.ts";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

let now = new Date("2026-11-23T12:00:00Z");
const club = await openTestApp({ now: () => now });
const admin = await buildAdmin(club.db);
const call = await club.as(admin);

const unknownId = "01900000-0000-7000-8000-000000000000";
const namesOf = async (query: string) =>
  (await call("GET", `/api/deals${query}`)).body.items.map(({ name }: { name: string }) => name);

describe("POST /deals", () => {
  it("adds a round of an existing company, and audits it by both names", async () => {
    const { body: company } = await call("POST", "/api/companies", { name: "Alder Analytics" });
    const input = { company_id: company.id, name: "Series A", enquired_on: "2026-11-20" };
    const { status, body } = await call("POST", "/api/deals", input);
    expect([status, body.company, body.name, body.state]).toEqual([201, company, "Series A", "enquiry"]);
    const [event] = (await call("GET", "/api/audit-events?kind=deal_added")).body.items;
    expect(event.subject).toEqual({ type: "deal", id: body.id, full_name: "Alder Analytics, Series A", email: null });
  });
  it("refuses an unknown company", async () => {
    const input = { company_id: unknownId, name: "Series A", enquired_on: "2026-11-20" };
    const { status, body } = await call("POST", "/api/deals", input);
    expect([status, body.errors]).toEqual([422, [{ path: "company_id", message: "There is no such company" }]]);
  });
});

describe("GET /deals", () => {
  it("lists deals in work, of one state, or by a part of a name, newest first", async () => {
    const made = (name: string, state: "meeting" | "closing" | "completed" | "declined", seconds: number) =>
      buildEnquiry(club.db, { name, state, at: new Date(Date.UTC(2027, 0, 1, 0, 0, seconds)) });
    await made("One", "meeting", 1);
    await made("Two", "completed", 2);
    await made("Three", "declined", 3);
    await made("Four", "closing", 4);
    expect(await namesOf("?limit=4")).toEqual(["Four", "Three", "Two", "One"]);
    expect(await namesOf("?state=work&limit=2")).toEqual(["Four", "One"]);
    expect(await namesOf("?state=declined")).toEqual(["Three"]);
    expect(await namesOf("?q=FOU")).toEqual(["Four"]);
    expect(await namesOf("?q=alder&state=completed")).toEqual(["Two"]);
    expect(await namesOf("?q=%25")).toEqual([]);
    const { next_cursor } = (await call("GET", "/api/deals?limit=2")).body;
    expect(await namesOf(`?limit=1&cursor=${next_cursor}`)).toEqual(["Two"]);
  });
  it("finds a deal, and its company, by a founder", async () => {
    const enquiry = {
      name: "Weft",
      founders: [{ name: "Ida Ferrier" }],
      round_name: "Weft seed",
      enquired_on: "2026-11-20",
    };
    await call("POST", "/api/deals/enquiries", enquiry);
    expect(await namesOf("?q=ferrier")).toEqual(["Weft seed"]);
    const { items } = (await call("GET", "/api/companies?q=FERRIER")).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["Weft"]);
  });
  it("returns the scheme and the round of the newest terms, and the day an enquiry is to be answered", async () => {
    const { id: deal_id } = await buildDeal(club.db, { name: "With terms", terms: { scheme: "EIS" } });
    const { body: withTerms } = await call("GET", `/api/deals/${deal_id}`);
    expect([withTerms.scheme, withTerms.round_total_pence, withTerms.reply_due_on]).toEqual(["EIS", 15000000, null]);
    const terms = { opens_at: new Date("2027-01-11T10:00:00Z"), priority_until: new Date("2027-01-12T10:00:00Z") };
    const ahead = { terms: { ...terms, closes_at: new Date("2027-01-18T10:00:00Z") } };
    const opensAt = async (state: "released" | "preparing") => {
      const { id } = await buildDeal(club.db, { ...ahead, state, name: "Ahead" });
      return (await call("GET", `/api/deals/${id}`)).body.opens_at;
    };
    expect([await opensAt("released"), await opensAt("preparing")]).toEqual(["2027-01-11T10:00:00.000Z", null]);
    const { id } = await buildEnquiry(club.db, { name: "New", enquired_on: "2026-11-20" });
    const { body: fresh } = await call("GET", `/api/deals/${id}`);
    expect([fresh.scheme, fresh.round_total_pence, fresh.reply_due_on]).toEqual([null, null, "2026-12-04"]);
  });
  it("counts the working days that an answer to an enquiry is late, by London's day", async () => {
    const { id } = await buildEnquiry(club.db, { name: "Late", enquired_on: "2026-03-13" });
    let listed: string[] = [];
    const later = await buildEnquiry(club.db, { name: "Answered", enquired_on: "2026-03-13", state: "screening" });
    const overdue = async (day: string) => {
      now = new Date(day);
      listed = await namesOf("?state=overdue");
      const { items } = (await call("GET", "/api/deals?limit=100")).body;
      const found = (wanted: string) => items.find((deal: { id: string }) => deal.id === wanted).days_overdue;
      return [found(id), found(later.id), listed.length];
    };
    expect(await overdue("2026-03-27T23:59:59Z")).toEqual([null, null, 0]);
    expect(await overdue("2026-03-29T22:59:59Z")).toEqual([null, null, 0]);
    expect(listed).toEqual([]);
    expect(await overdue("2026-03-29T23:00:00Z")).toEqual([1, null, 1]);
    expect(listed).toEqual(["Late"]);
    expect(await overdue("2026-04-03T12:00:00Z")).toEqual([5, null, 1]);
    now = new Date("2026-11-23T12:00:00Z");
  });
  it("finds deals that are done, and those that were not taken on", async () => {
    const names = { completed: "Done one", exited: "Sold one", declined: "No one", withdrawn: "Gone one" } as const;
    for (const [state, name] of Object.entries(names))
      await buildEnquiry(club.db, { name, enquired_on: "2026-11-20", state: state as keyof typeof names });
    const own = Object.values<string>(names);
    const found = async (state: string) =>
      (await namesOf(`?state=${state}&limit=100`)).filter((name: string) => own.includes(name)).toSorted();
    expect(await found("done")).toEqual(["Done one", "Sold one"]);
    expect(await found("not_taken_on")).toEqual(["Gone one", "No one"]);
    expect(await found("work")).toEqual([]);
  });
  it("refuses an unknown state", async () => {
    expect((await call("GET", "/api/deals?state=lost")).status).toBe(422);
  });
});

describe("POST /deals.csv", () => {
  it("downloads the deals with their filter, leaves a row in the audit, and is not asked for by GET", async () => {
    const parked_until = "2027-04-05";
    const given = { enquired_on: "2026-11-20", owner_id: admin.id, next_step: "Ask again, after April" };
    const company = { name: "Skerry, Sensors", one_line: null };
    const { id } = await buildEnquiry(club.db, { ...given, company, state: "parked", at: now, parked_until });
    const { status, body } = await call("POST", "/api/deals.csv?state=parked&q=skerry");
    expect([status, body.trim().split("\r\n").slice(1)]).toEqual([
      200,
      [
        `"Skerry, Sensors",,Seed round,Parked,,,Amara Okafor,2026-11-23,2026-11-20,,2027-04-05,"Ask again, after April",${id}`,
      ],
    ]);
    const [event] = (await call("GET", "/api/audit-events?kind=deals_exported")).body.items;
    expect(event.details).toEqual({ state: "parked", words: "skerry" });
    expect((await call("GET", "/api/deals.csv")).status).toBe(405);
  });
  it("writes the round of the newest terms in pounds", async () => {
    await buildDeal(club.db, {
      state: "completed",
      name: "Whole",
      terms: { round_total_pence: 150_000_50 },
    });
    const { body } = await call("POST", "/api/deals.csv?q=whole");
    expect(body).toContain(",Whole,Completed,SEIS,150000.50,");
  });
  it("refuses an unknown state", async () => {
    expect((await call("POST", "/api/deals.csv?state=lost")).status).toBe(422);
  });
});

describe("GET /deals/{id}", () => {
  it("returns terms with their warnings, and versions, the approved one among them", async () => {
    const terms = { assurance_on: "2025-11-22" };
    const given = { author_id: admin.id, owner_id: admin.id, approved_by: null, at: now, terms };
    const { id, version_id } = await buildDeal(club.db, { ...given, state: "approved" });
    const { body } = await call("GET", `/api/deals/${id}`);
    const [shown] = body.terms;
    expect([shown.number, shown.price, shown.opens_at, shown.author_name, shown.warnings]).toEqual([
      1,
      "1.20",
      "2026-11-23T12:00:00.000Z",
      "Amara Okafor",
      ["assurance_old"],
    ]);
    expect(body.versions).toEqual([
      {
        id: version_id,
        number: 1,
        terms_number: 1,
        created_at: "2026-11-23T12:00:00.000Z",
        author_name: "Amara Okafor",
        approved_at: "2026-11-23T12:00:00.000Z",
        approved_by_name: null,
        page_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect([body.owner_name, body.current_version_id]).toEqual(["Amara Okafor", version_id]);
    const waiting = await buildDeal(club.db, { state: "preparing" });
    const unapproved = (await call("GET", `/api/deals/${waiting.id}`)).body;
    expect([unapproved.versions[0].approved_at, unapproved.current_version_id]).toEqual([null, null]);
  });
  it.each([
    ["0.834900", "0.8349"],
    ["2", "2.00"],
    ["0.000001", "0.000001"],
    ["1200.5", "1200.50"],
  ])("returns a price of %s as %s", async (price, shown) => {
    const { id } = await buildDeal(club.db, { terms: { price } });
    expect((await call("GET", `/api/deals/${id}`)).body.terms[0].price).toBe(shown);
  });
});

/** Of a sealed record, unless it is a person's. */
const addInterest = async (deal_id: string, interest: Partial<Insertable<DealInterests>>, user_id?: string) => {
  const owner = user_id ? { user_id } : { user_id: null, sealed_at: now, retain_until: "2033-01-01" };
  const record = club.db.insertInto("investor_records").values(owner).returning("id");
  const { id: record_id } = await record.executeTakeFirstOrThrow();
  await club.db
    .insertInto("deal_interests")
    .values({ level: "watching", updated_at: now, ...interest, deal_id, record_id })
    .execute();
};

describe("GET /deals/{id}/interests", () => {
  it("lists who is interested, by level, and nobody whose record is sealed", async () => {
    const { id } = await buildDeal(club.db, { state: "released" });
    await addInterest(id, { level: "not_for_me", reason: "Too early." });
    await addInterest(id, { level: "likely", amount_pence: 12_000_00 }, admin.id);
    await addInterest(id, { level: "considering" });
    const nameless = await buildPerson(club.db, { full_name: "", email: "carys@pugh.example" });
    await addInterest(id, { level: "not_for_me", updated_at: new Date("2026-01-01T12:00:00Z") }, nameless.id);
    const said = { id: expect.any(String), updated_at: now.toISOString() };
    const path = `/api/deals/${id}/interests?limit=2`;
    const first = (await call("GET", path)).body;
    const rest = (await call("GET", `${path}&cursor=${first.next_cursor}`)).body;
    expect(rest.items.pop()).toMatchObject({ full_name: "carys@pugh.example" });
    expect([...first.items, ...rest.items]).toEqual([
      { ...said, full_name: null, level: "considering", amount_pence: null, reason: null },
      { ...said, full_name: "Amara Okafor", level: "likely", amount_pence: 1_200_000, reason: null },
      { ...said, full_name: null, level: "not_for_me", amount_pence: null, reason: "Too early." },
    ]);
    expect([first.items.length, rest.next_cursor]).toEqual([2, null]);
  });
  it("lists the latest of a level first", async () => {
    const { id } = await buildDeal(club.db, { state: "released" });
    for (const day of [1, 3, 2])
      await addInterest(id, { level: "watching", updated_at: new Date(Date.UTC(2026, 10, day)) });
    const { body } = await call("GET", `/api/deals/${id}/interests`);
    expect(body.items.map(({ updated_at }: { updated_at: string }) => updated_at.slice(8, 10))).toEqual([
      "03",
      "02",
      "01",
    ]);
  });
  it("returns 422 for another list's cursor", async () => {
    const { id } = await buildDeal(club.db, { state: "released" });
    expect((await call("GET", `/api/deals/${id}/interests?cursor=e30`)).status).toBe(422);
  });
});

describe("The sums of interest", () => {
  it("The sums of interest are of all who chose a level, with the amounts they named", async () => {
    const { id } = await buildDeal(club.db, { state: "released" });
    for (const amount_pence of [20_000_00, 15_000_50]) await addInterest(id, { level: "likely", amount_pence });
    await addInterest(id, { level: "considering", amount_pence: 5_000_00 });
    await addInterest(id, { level: "considering" });
    await addInterest(id, { level: "not_for_me" });
    expect((await call("GET", `/api/deals/${id}`)).body.interest_sums).toEqual([
      { level: "considering", count: 2, amount_pence: 500_000 },
      { level: "likely", count: 2, amount_pence: 3_500_050 },
      { level: "not_for_me", count: 1, amount_pence: 0 },
    ]);
  });
});

describe("A deal whose owner's account is deleted", () => {
  it("A deal whose owner's account is deleted has no owner", async () => {
    const owner = await buildAdmin(club.db);
    const { id } = await buildEnquiry(club.db, { owner_id: owner.id });
    await club.db.deleteFrom("auth.users").where("id", "=", owner.id).execute();
    const { body } = await call("GET", `/api/deals/${id}`);
    expect([body.owner_id, body.owner_name]).toEqual([null, null]);
  });
});

describe("GET /deals?state=enquiry", () => {
  it("lists enquiries by the day on which they are to be answered", async () => {
    for (const [name, enquired_on] of [
      ["Third", "2024-11-20"],
      ["First", "2024-09-02"],
      ["Second", "2024-10-07"],
    ] as const)
      await buildEnquiry(club.db, { name, enquired_on });
    expect((await namesOf("?state=enquiry")).slice(0, 3)).toEqual(["First", "Second", "Third"]);
    const { next_cursor } = (await call("GET", "/api/deals?state=enquiry&limit=1")).body;
    expect(await namesOf(`?state=enquiry&limit=2&cursor=${next_cursor}`)).toEqual(["Second", "Third"]);
  });
});
