import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildDeal, buildEnquiry } from "#server/sample/build-deal.ts";
import { buildCommitment, buildHeldRound, createBank } from "#server/sample/build-held-round.ts";
import { buildHoldingImport } from "#server/sample/build-holding-import.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import {
  buildAdmin,
  buildFile,
  buildInvitation,
  buildPeople,
  buildPerson,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { buildQuestion } from "#server/sample/sample-questions.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { waitingWords } from "#shared/notices/notice-mail-messages.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { ToDo, Today } from "#shared/waiting-counts/to-do.ts";
import { tellTime, tellToday } from "#shared/waiting-counts/to-do-words.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import { buildBankLine } from "#tests/support/build-allocated-deal.ts";
import { buildUpdate } from "#tests/support/build-company-update.ts";
import { buildFirstAdmin } from "#tests/support/build-first-admin.ts";
import { buildHolding } from "#tests/support/build-holding.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, createTestApp, openTestApp, type TestApp } from "#tests/support/test-app.ts";
import { countWaiting } from "./routes.ts";
import { listWhatWaits } from "./what-waits.ts";

const path = "/waiting-counts";
const none = {
  investments: 0,
  today: 0,
  enquiries: 0,
  deals: 0,
  companies: 0,
  money: 0,
  people: 0,
  membership_requests: 0,
  submissions: 0,
  statements: 0,
  deletion_requests: 0,
  introduction_reports: 0,
  settings: 0,
  setup: 0,
  invitations: 0,
  newsletter: 0,
};
const sumOf = ({ deals, money, companies }: WaitingCounts) => deals + money + companies;
const club = await openTestApp();
const owen = await buildAdmin(club.db);
const admin = await club.as(owen);

async function buildFormInForce(db: TestApp["db"], place: number, author_id: string, signed_off_by: string) {
  const { content, ...form } = sampleStatementForms[place] as (typeof sampleStatementForms)[number];
  const signed = { signed_off_at: new Date(), signed_off_by, author_id, valid_from: "2020-01-01" };
  const given = { ...form, ...signed, content: JSON.stringify(content), sha256: `${place}`.repeat(64) };
  await db.insertInto("statement_forms").values(given).execute();
}

describe("GET /waiting-counts", () => {
  it("counts pending items beyond one page, without first admins and without used or expired invitations", async () => {
    expect((await admin("GET", `/api${path}`)).body).toEqual({ ...none, setup: 1, statements: 1, today: 2 });
    await buildPeople(
      club.db,
      Array.from({ length: 130 }, () => ({ status: "pending" as const })),
    );
    await club.db.insertInto("admin_emails").values({ email: "first@castell.example" }).execute();
    await buildPerson(club.db, { email: "first@castell.example", status: "pending" });
    await buildSubmission(club.db);
    await buildSubmission(club.db, { status: "approved" });
    await buildInvitation(club.db);
    await club.db.insertInto("newsletter_subscriptions").values({ email: "a@b.example", agreed_text: "x" }).execute();
    await buildStatements(club.db, ["in_review", "live"]);
    await buildInvitation(club.db, { used_at: new Date() });
    await buildInvitation(club.db, { created_at: new Date("2026-01-01T10:00:00Z") });
    await club.db
      .insertInto("deletion_requests")
      .values({ user_id: (await buildPerson(club.db)).id })
      .execute();
    await buildQuestions(club.db);
    expect((await admin("GET", `/api${path}`)).body).toEqual({
      ...none,
      submissions: 1,
      membership_requests: 130,
      invitations: 1,
      deletion_requests: 1,
      deals: 1,
      // A row for each of them but the invitations, which wait for others.
      today: 7,
      statements: 2,
      newsletter: 1,
      setup: 1,
    });
  });
});

it("First admins are listed to admins alone", async () => {
  const first = await buildPerson(club.db, { email: "listed@castell.example" });
  await club.db.insertInto("admin_emails").values({ email: "listed@castell.example" }).execute();
  const idsFor = async (userId: string) =>
    (await sql<{ id: string }>`select first_admin_ids() as id`.execute(club.readAs({ userId }))).rows.map(
      ({ id }) => id,
    );
  expect(await idsFor((await buildAdmin(club.db)).id)).toContain(first.id);
  expect(await idsFor((await buildPerson(club.db)).id)).toEqual([]);
});

it("A member's own waiting commitments are counted, and nothing of the desk's", async () => {
  const jonas = await buildInvestor(club.db);
  const mine = await club.as(jonas);
  const count = async () => (await mine("GET", `/api${path}`)).body;
  const { id: deal_id, terms_id } = await buildDeal(club.db);
  const { id } = await buildCommitment(club.db, { deal_id, terms_id, record_id: jonas.record_id });
  const other = await buildInvestor(club.db);
  const asked = { state: "needs_reconsent" as const, reconsent_until: new Date("2100-01-01T12:00:00Z") };
  await buildCommitment(club.db, { deal_id, terms_id, record_id: other.record_id, number: 2, ...asked });
  expect(await count()).toEqual(none);
  await club.db.updateTable("commitments").set(asked).where("id", "=", id).execute();
  expect((await count()).investments).toBe(1);
  expect((await admin("GET", `/api${path}`)).body.investments).toBe(0);
});

it("Tasks that wait for a second admin are counted for the others alone", async () => {
  const count = async (by: Call) => sumOf((await by("GET", `/api${path}`)).body);
  const author = await buildAdmin(club.db);
  const before = await count(admin);
  await buildUnconfirmed(club.db, author.id, owen.id);
  // The list, the feed and the payment.
  expect([await count(admin), await count(await club.as(author))]).toEqual([before + 3, before]);
});

it("Counted are prices and exits that an admin may confirm: not their own, and documents missing for own shares", async () => {
  const count = async (by: Call) => sumOf((await by("GET", `/api${path}`)).body);
  const author = await buildAdmin(club.db);
  const holder = await buildInvestor(club.db, { is_admin: true });
  const [authors, holders] = [await club.as(author), await club.as(holder)];
  const { company_id } = await buildHeldRound(club.db, {
    terms: { price: "1.24", scheme: "SEIS" },
    code: "W2Z",
    called_on: "2025-01-25",
    wired_on: "2025-02-01",
    issued_on: "2025-02-02",
    members: [{ record_id: holder.record_id, tier: "vip", shares: 1000, paid_on: "2025-01-28" }],
  });
  const all = async () => [await count(admin), await count(holders), await count(authors)];
  const [admins = 0, ofHolder = 0, ofAuthor = 0] = await all();
  const given = { company_id, source: "A filing.", entered_by: author.id };
  await club.db
    .insertInto("share_prices")
    .values([
      { ...given, as_of: "2025-06-01", basis: "last_round", price: "2.48" },
      { ...given, as_of: "2025-06-01", basis: "nil", price: "0" },
    ])
    .execute();
  expect(await all()).toEqual([admins + 2, ofHolder + 2, ofAuthor]);
  const sale = { kind: "sale", happened_on: "2025-07-01", price: "2", costs_pence: 0, costs_payee: null, note: null };
  const proposed = await authors("POST", `/api/companies/${company_id}/exits`, sale);
  expect([proposed.status, await all()]).toEqual([201, [admins + 3, ofHolder + 3, ofAuthor]]);
  const { rows } = (await admin("GET", "/api/today")).body as Today;
  expect(rows.filter(({ kind }) => kind === "exit").map((row) => row.path)).toEqual([
    `/members?tab=admin&view=companies&exit=${proposed.body.id}`,
  ]);
});

describe("GET /today", () => {
  it("returns a row for each kind of task with its oldest names, and one for each deal with an act", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const call = await fresh.as(await buildAdmin(db));
    await buildPeople(
      db,
      ["Ada", "Ben", "Cyd", "Dan"].map((full_name) => ({ full_name, status: "pending" as const })),
    );
    await buildQuestions(db);
    await buildDeal(db, { state: "diligence" });
    await buildPerson(db);
    const { rows, deals, waiting } = (await call("GET", "/api/today")).body as Today;
    const told = rows.map(({ kind, count, names, act }) => [kind, count, names.length, act]);
    expect(told).toEqual([
      // It is due before the deal closes.
      ["deal", 1, 1, "questions"],
      ["membership_request", 4, 3, null],
      ["second_form", 1, 0, null],
      ["setup", 1, 0, null],
    ]);
    expect(rows[1]).toMatchObject({ path: adminPaths.membershipRequests, place: "membership_requests" });
    expect(rows[0]).toMatchObject({
      path: adminPaths.dealPart(deals[0]?.id ?? "", "questions"),
      place: "deals",
      text: expect.any(String),
      since: expect.any(String),
    });
    // A finished deal is not in work, and preparing one does not count as waiting.
    expect(deals.map(({ state, act }) => [state, act])).toEqual([
      ["released", "questions"],
      ["diligence", "prepare"],
    ]);
    expect(waiting.map(({ kind, count }) => [kind, count])).toEqual([["no_statement", 1]]);
    const counts: WaitingCounts = (await call("GET", "/api/waiting-counts")).body;
    expect([counts.today, counts.membership_requests, counts.deals, counts.setup]).toEqual([4, 4, 1, 1]);
    await fresh.close();
  });

  it("asks for a statement form while none is in force, and for statements once one is", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const [author, other] = [await buildAdmin(db), await buildAdmin(db)];
    await buildPerson(db, { full_name: "Ada Lovelace" });
    const seenBy = async (person: Person) => {
      const { rows, waiting } = (await (await fresh.as(person))("GET", "/api/today")).body as Today;
      return [rows.filter(({ place }) => place === "statements"), waiting].map((list) =>
        list.map(({ kind, path: to, count }) => [kind, to, count]),
      );
    };
    expect(await seenBy(author)).toEqual([[["no_form", adminPaths.statementForms, 1]], []]);
    const [sample] = sampleStatementForms;
    if (!sample) throw new Error("no sample form");
    const form = { ...sample, content: JSON.stringify(sample.content), sha256: "a".repeat(64), author_id: author.id };
    await db
      .insertInto("statement_forms")
      .values({ ...form, valid_from: "2020-01-01" })
      .execute();
    expect(await seenBy(author)).toEqual([[], [["form_waits", adminPaths.statementForms, 1]]]);
    expect(await seenBy(other)).toEqual([[["statement_form", adminPaths.statementForms, 1]], []]);
    await sql`update statement_forms set signed_off_at = now(), signed_off_by = ${other.id}`.execute(db);
    // The author and the member have none.
    expect(await seenBy(other)).toEqual([
      [["second_form", adminPaths.statementForms, 1]],
      [["no_statement", adminPaths.people, 2]],
    ]);
    await sql`update statement_forms set withdrawn_at = now(), withdrawn_by = ${other.id}, withdrawn_reason = 'Old.'`.execute(
      db,
    );
    expect(await seenBy(author)).toEqual([[["no_form", adminPaths.statementForms, 1]], []]);
    await fresh.close();
  });

  it("asks to switch deals on once both statement forms are in force, unless they were switched off", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const [author, other] = [await buildAdmin(db), await buildAdmin(db)];
    const call = await fresh.as(author);
    const offered = async () => {
      const { rows } = (await call("GET", "/api/today")).body as Today;
      return rows.flatMap(({ kind, path: to }) => (kind === "second_form" || kind === "deals_off" ? [[kind, to]] : []));
    };
    expect(await offered()).toEqual([]);
    for (const place of sampleStatementForms.keys()) {
      await buildFormInForce(db, place, author.id, other.id);
      if (place === 0) expect(await offered()).toEqual([["second_form", adminPaths.statementForms]]);
    }
    expect(await offered()).toEqual([["deals_off", settingPath("deals")]]);
    await setDeals(db, { is_enabled: false });
    expect(await offered()).toEqual([["deals_off", settingPath("deals")]]);
    await setDeals(db);
    expect(await offered()).toEqual([]);
    await setDeals(db, { is_enabled: false });
    expect(await offered()).toEqual([]);
    await fresh.close();
  });

  it("names the sample's words that keep deals off in a real club, and leads to the first of them", async () => {
    const fresh = await createTestApp({ isSampleClub: false });
    const [author, other] = [await buildAdmin(fresh.db), await buildAdmin(fresh.db)];
    for (const place of sampleStatementForms.keys()) await buildFormInForce(fresh.db, place, author.id, other.id);
    const { rows } = (await (await fresh.as(author))("GET", "/api/today")).body as Today;
    const [row] = rows.filter(({ kind }) => kind === "deals_off");
    expect(row?.path).toBe(settingPath("identity"));
    expect(row && tellToday(row).detail).toBe(
      "Both statement forms are in force. Settings still has the sample’s words under Identity, Risk warnings, Deal warnings, Nominee, Numbers on the public pages",
    );
    await fresh.close();
  });

  it("returns what happens when in a deal that waits for its day, beside others' tasks and in no number", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    await setDeals(db);
    const call = await fresh.as(await buildAdmin(db));
    await buildDeal(db, { company: { name: "Fern Robotics Ltd" } });
    await buildDeal(db, { state: "completed" });
    const { rows, waiting } = (await call("GET", "/api/today")).body as Today;
    expect(rows.filter(({ kind }) => kind === "deal")).toEqual([]);
    expect(waiting.filter(({ kind }) => kind === "deal")).toEqual([
      expect.objectContaining({
        names: ["Fern Robotics Ltd"],
        text: expect.stringMatching(/^Nothing to do: open until .+\. 0 people asked for £0\.00\.$/),
      }),
    ]);
    expect((await call("GET", "/api/waiting-counts")).body).toMatchObject({ deals: 0, money: 0 });
    // A deal that opens on a day waits for it: nothing has to be done by then.
    const opens_at = new Date(Date.now() + 86_400_000);
    const { id } = await buildDeal(db, { company: { name: "Gorse Ltd" }, state: "approved", terms: { opens_at } });
    const later = ((await call("GET", "/api/today")).body as Today).waiting.find(
      ({ path }) => path === adminPaths.deal(id),
    );
    expect(later).toMatchObject({ from: opens_at.toISOString(), by: null });
    expect(later && tellTime(later)?.text).toMatch(/^From /);
    await fresh.close();
  });

  it("tells rounds of one company apart, and names the scheme of certificates that are not delivered", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const call = await fresh.as(await buildAdmin(db));
    const first = await buildDeal(db, { company: { name: "Saltmarsh Robotics" } });
    const second = await buildDeal(db, { company: { name: "Quern" }, name: "Second round", terms: { scheme: "EIS" } });
    // An enquiry that came to nothing is no round.
    const declined = await buildDeal(db, { company: { name: "Dunlin" }, state: "declined" });
    const only = await buildDeal(db, { company: { name: "Plover" }, name: "Second round" });
    await db.updateTable("deals").set({ company_id: first.company_id }).where("id", "=", second.id).execute();
    await db.updateTable("deals").set({ company_id: only.company_id }).where("id", "=", declined.id).execute();
    for (const [deal, scheme] of [[first, "SEIS"] as const, [second, "EIS"] as const]) {
      const { record_id } = await buildInvestor(db);
      const at = new Date();
      const commitment = await buildCommitment(db, {
        deal_id: deal.id,
        terms_id: deal.terms_id,
        record_id,
        state: "completed",
        called_at: at,
        due_at: at,
        allocated_shares: 10_000,
        cost_pence: 1_200_000,
        fee_pence: 150_000,
        grace_until: at,
        reference: scheme === "EIS" ? "KD23456789" : "KD23456798",
      });
      await buildHolding(db, commitment, { scheme });
      await db.updateTable("deals").set({ state: "completed" }).where("id", "=", deal.id).execute();
    }
    const { waiting, deals } = (await call("GET", "/api/today")).body as Today;
    expect(waiting.filter(({ kind }) => kind === "deal").map(({ names, text }) => [...names, text])).toEqual([
      ["Plover", expect.any(String)],
      [
        "Saltmarsh Robotics, seed round",
        "Completed. 1 SEIS3 certificate not delivered yet. The share certificate of Saltmarsh Robotics is not filed yet.",
      ],
      [
        "Saltmarsh Robotics, second round",
        "Completed. 1 EIS3 certificate not delivered yet. The share certificate of Saltmarsh Robotics is not filed yet.",
      ],
    ]);
    expect(deals.map(({ company_name }) => company_name)).toContain("Saltmarsh Robotics, second round");
    await fresh.close();
  });

  it("returns how many more than three names there are", () => {
    const row = { kind: "profile", place: "people", path: "", text: null, act: null, since: null, by: null } as const;
    const detailOf = (names: string[], count: number) => tellToday({ ...row, names, count }).detail;
    expect(detailOf(["Ada", "Ben", "Cy"], 4)).toBe("Ada, Ben, Cy and 1 more");
    expect(detailOf(["Ada", "Ben", "Cy"], 3)).toBe("Ada, Ben, Cy");
    // Each name is there once, so that how many more people there are is not known.
    expect(detailOf(["Ada"], 4)).toBe("Ada");
  });

  it("returns since when a deal's next step waits, the oldest first", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const call = await fresh.as(await buildAdmin(db));
    await setDeals(db);
    const { record_id } = await buildInvestor(db);
    const asked_at = new Date("2026-01-24T10:00:00Z");
    const { id: deal_id } = await buildDeal(db);
    await buildQuestion(db, { deal_id, record_id, asked_at: new Date("2026-01-25T10:00:00Z") });
    await buildQuestion(db, { deal_id, record_id, asked_at });
    const preparing = await buildDeal(db, { state: "preparing" });
    const { rows } = (await call("GET", "/api/today")).body as Today;
    const since = rows.filter(({ kind }) => kind === "deal").map((row) => [row.path, row.by, row.since]);
    expect(since).toEqual([
      [adminPaths.dealPart(deal_id, "questions"), expect.any(String), asked_at.toISOString()],
      [expect.stringContaining(preparing.id), null, expect.any(String)],
    ]);
    await fresh.close();
  });

  it("A row's day is that of what it names, and not of what happened in the deal since", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const call = await fresh.as(await buildAdmin(db));
    await setDeals(db);
    const deal = await buildDeal(db, { state: "completed" });
    const completed_at = new Date("2026-03-02T10:00:00Z");
    const came_at = new Date("2026-08-12T10:00:00Z");
    await db.updateTable("deals").set({ state_since: completed_at }).where("id", "=", deal.id).execute();
    const { id: file_id } = await buildFile(db, null, { kind: "paper", media_type: "application/pdf" });
    await db
      .insertInto("papers")
      .values({
        deal_id: deal.id,
        kind: "relief_certificate",
        file_name: "a.pdf",
        file_id,
        dated_on: "2026-08-12",
        found: "{}",
        created_at: came_at,
      })
      .execute();
    const dayOf = async () => {
      const { rows } = (await call("GET", "/api/today")).body as Today;
      return rows.filter(({ kind }) => kind === "deal").map(({ act, since }) => [act, since]);
    };
    expect(await dayOf()).toEqual([["certificates", came_at.toISOString()]]);
    // A line that came later is what waits then, since its file was brought.
    const imported_at = new Date("2026-09-01T10:00:00Z");
    await buildBankLine(
      db,
      { deal_id: deal.id, amount_pence: 500, booked_on: "2026-08-30", payer: "J SMITH" },
      imported_at,
    );
    expect(await dayOf()).toEqual([["lines", imported_at.toISOString()]]);
    await fresh.close();
  });

  it("calls an enquiry late on the day on which the list of enquiries does", async () => {
    let now = new Date("2026-11-27T12:00:00Z");
    const fresh = await createTestApp({ now: () => now });
    const call = await fresh.as(await buildAdmin(fresh.db));
    // Due on Friday 27 November.
    await buildEnquiry(fresh.db, { name: "Stellar Kelp", enquired_on: "2026-11-13" });
    const said = async (at: string) => {
      now = new Date(at);
      const { rows } = (await call("GET", "/api/today")).body as Today;
      const by = rows.find(({ kind }) => kind === "enquiry")?.by ?? null;
      const { items } = (await call("GET", "/api/deals?state=enquiry")).body;
      return [tellTime({ by }, now)?.text, items[0].reply_due_on, items[0].days_overdue];
    };
    expect(await said("2026-11-26T12:00:00Z")).toEqual(["By Fri 27 Nov, 23:59", "2026-11-27", null]);
    expect(await said("2026-11-27T12:00:00Z")).toEqual(["By Fri 27 Nov, 23:59", "2026-11-27", null]);
    expect(await said("2026-11-28T12:00:00Z")).toEqual(["By Sun 29 Nov, 23:59", "2026-11-27", null]);
    expect(await said("2026-11-29T12:00:00Z")).toEqual(["By Sun 29 Nov, 23:59", "2026-11-27", null]);
    expect(await said("2026-11-30T00:00:00Z")).toEqual(["Late since Fri 27 Nov, 23:59", "2026-11-27", 1]);
    await fresh.close();
  });

  it("returns 403 to members", async () => {
    const member = await club.as(await buildPerson(club.db));
    expect((await member("GET", "/api/today")).status).toBe(403);
  });
});

describe("GET /to-do", () => {
  it("returns the reader's tasks, and of open deals no name", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    const jonas = await buildInvestor(db);
    const mine = await fresh.as(jonas);
    await setDeals(db);
    const read = async () => (await mine("GET", "/api/to-do")).body as ToDo;
    // The starter content has an event, to which an answer may be asked for today.
    const kindsOf = ({ items }: ToDo) => items.map(({ kind }) => kind).filter((kind) => kind !== "event_answer");
    expect(kindsOf(await read())).toEqual(["profile"]);
    const { id: deal_id, terms_id } = await buildDeal(db);
    const { items } = await read();
    expect(items.filter(({ kind }) => kind !== "event_answer")).toEqual([
      { kind: "open_deals", subject_id: deal_id, name: null, by: expect.any(String), pence: null, count: 1 },
      expect.objectContaining({ kind: "profile" }),
    ]);
    const until = new Date("2100-01-01T12:00:00Z");
    const asked = { state: "needs_reconsent" as const, reconsent_until: until };
    await buildCommitment(db, { deal_id, terms_id, record_id: jonas.record_id, ...asked });
    expect((await read()).items).toContainEqual(
      expect.objectContaining({ kind: "reconsent", by: until.toISOString() }),
    );
    expect(kindsOf(await read())).not.toContain("open_deals");
    await fresh.close();
  });

  it("returns what the reader waits for others with, the longest first, and none of it in a number", async () => {
    const fresh = await createTestApp();
    const { db } = fresh;
    await setDeals(db);
    const jonas = await buildInvestor(db);
    const mine = await fresh.as(jonas);
    const chloe = await buildPerson(db, { full_name: "Chloe Martin" });
    const asked = { asked_at: new Date("2026-01-04T10:00:00Z"), expires_at: new Date("2100-01-01T10:00:00Z") };
    await db
      .insertInto("introductions")
      .values({ asker_id: jonas.id, asked_id: chloe.id, message: "May I ask about your time at sea?", ...asked })
      .execute();
    await buildSubmission(db, { user_id: jonas.id });
    const closed_at = new Date("2026-01-02T10:00:00Z");
    const { id: deal_id, terms_id } = await buildDeal(db, {
      state: "closing",
      company: { name: "Hazel Health" },
      at: new Date("2025-12-20T10:00:00Z"),
      terms: { closes_at: closed_at },
    });
    // What is signed is the cost of 10,000 whole shares and the fee, and not the amount that was typed.
    await buildCommitment(db, { deal_id, terms_id, record_id: jonas.record_id, ceiling_pence: 1_200_100 });
    const { others, items } = (await mine("GET", "/api/to-do")).body as ToDo;
    expect(others).toEqual([
      {
        kind: "allocation",
        subject_id: expect.any(String),
        name: "Hazel Health",
        since: closed_at.toISOString(),
        pence: 1_350_000,
      },
      {
        kind: "introduction",
        subject_id: expect.any(String),
        name: "Chloe Martin",
        since: asked.asked_at.toISOString(),
        pence: null,
      },
      { kind: "profile", subject_id: null, name: null, since: expect.any(String), pence: null },
    ]);
    expect(items.filter(({ kind }) => kind !== "event_answer")).toEqual([]);
    expect((await mine("GET", "/api/waiting-counts")).body).toEqual(none);
    await fresh.close();
  });

  it("returns the first steps of a newcomer, which end with the statement and the choice of emails", async () => {
    await setDeals(club.db);
    const newcomer = await buildPerson(club.db);
    const read = async () => (await (await club.as(newcomer))("GET", "/api/to-do")).body.start;
    expect(await read()).toEqual({ profile: "none", statement: "none", has_chosen_mails: false });
    const investor = await buildInvestor(club.db);
    const theirs = await club.as(investor);
    expect((await theirs("GET", "/api/to-do")).body.start).toMatchObject({
      statement: "live",
      has_chosen_mails: false,
    });
    await club.db
      .insertInto("mail_consents")
      .values({ user_id: investor.id, kind: "deal_release", agreed_at: new Date() })
      .execute();
    expect((await theirs("GET", "/api/to-do")).body.start).toBeNull();
  });
});

it("Each kind of task has the same name in the badges and in the mails", async () => {
  const fresh = await createTestApp();
  const { db } = fresh;
  const [reader, author] = [await buildAdmin(db), await buildAdmin(db)];
  await buildPerson(db, { status: "pending", email_verified: false });
  await buildFirstAdmin(db, { status: "pending" });
  await buildSubmission(db);
  const appointed = { user_id: (await buildPerson(db)).id, how_known: "From school.", proposed_by: author.id };
  await db
    .insertInto("signatories")
    .values({ ...appointed, capacity: "admin" })
    .execute();
  const member = await buildInvestor(db);
  await db.insertInto("deletion_requests").values({ user_id: member.id }).execute();
  await buildStatements(db, ["in_review", "live"]);
  const [sampleForm] = sampleStatementForms;
  if (!sampleForm) throw new Error("no sample form");
  const written = { content: JSON.stringify(sampleForm.content), valid_from: "2020-01-01", sha256: "c".repeat(64) };
  await db
    .insertInto("statement_forms")
    .values({ ...sampleForm, ...written, version_label: "Ours 1", author_id: author.id })
    .execute();
  await buildReport(db, member.id, author.id);
  await buildQuestions(db);
  await buildUnconfirmed(db, author.id, reader.id);
  const { company_id } = await buildHeldRound(db, {
    terms: { price: "1.24", scheme: "SEIS" },
    code: "W2Z",
    called_on: "2025-01-25",
    wired_on: "2025-02-01",
    issued_on: "2025-02-02",
    members: [{ record_id: member.record_id, tier: "vip", shares: 1000, paid_on: "2025-01-28" }],
  });
  for (const version of [1, 2]) await buildUpdate(db, { company_id, quarter: "2025-Q3", version, published_at: null });
  await db
    .insertInto("share_prices")
    .values({
      company_id,
      as_of: "2025-06-01",
      basis: "last_round",
      price: "2.48",
      source: "A filing.",
      entered_by: author.id,
    })
    .execute();
  await db
    .insertInto("share_prices")
    .values({
      company_id,
      as_of: "2025-06-02",
      basis: "last_round",
      price: "2.50",
      source: "A filing.",
      entered_by: member.id,
    })
    .execute();
  await db
    .insertInto("share_actions")
    .values({
      company_id,
      new_shares: 10,
      old_shares: 1,
      effective_on: "2025-06-01",
      source: "A filing.",
      proposed_by: author.id,
    })
    .execute();
  const sale = { kind: "sale", happened_on: "2025-07-01", price: "2", costs_pence: 0, costs_payee: null, note: null };
  const propose = await fresh.as(author);
  const released = await buildDeal(db, { author_id: author.id });
  const closing = {
    closes_at: new Date(Date.now() + 3 * 86_400_000),
    reason: "The round is full.",
    expected_proposal_id: null,
  };
  expect((await propose("POST", `/api/deals/${released.id}/closing-announcements`, closing)).status).toBe(201);
  const { updated_at } = (await propose("GET", `/api/deals/${released.id}`)).body;
  const cancelling = { to: "cancelled", reason: "The company was sold.", expected_version: updated_at };
  expect((await propose("POST", `/api/deals/${released.id}/transitions`, cancelling)).status).toBe(200);
  expect((await propose("POST", `/api/companies/${company_id}/exits`, sale)).status).toBe(201);

  for (const key of ["deals", "fee_account", "terms"] as const)
    await db.insertInto("setting_proposals").values({ key, value: "{}", proposed_by: author.id }).execute();

  await buildImports(db, { ...member, company_id }, author.id);

  const seenBy = async ({ id: userId }: { id: string }, at = new Date()) => {
    const own = fresh.readAs({ userId, at });
    return {
      told: (await listWhatWaits(own, fresh.waitingKinds)).map(({ kind }) => kind).toSorted(),
      counted: await countWaiting(own, fresh),
    };
  };
  const all = Object.keys(waitingWords).toSorted();
  const one = { submissions: 1, deletion_requests: 1, statements: 3, introduction_reports: 1 };
  expect(await seenBy(reader)).toMatchObject({
    told: all,
    counted: { ...one, membership_requests: 1, people: 1, deals: 3, companies: 8, money: 2, settings: 3 },
  });
  const entered = [
    "bank_feed",
    "cancelling_proposal",
    "closing_proposal",
    "exit",
    "list_to_sign",
    "payment",
    "price",
    "signatory",
    "split",
    "statement_form",
  ];
  const settings = ["deals_setting", "fee_account_setting", "terms_setting"];
  const own = [...entered, ...settings, "holding_import", "holding_import_undo", "outside_payment"];
  expect(await seenBy(author)).toMatchObject({
    told: all.filter((kind) => !own.includes(kind)),
    counted: {
      ...one,
      statements: 2,
      membership_requests: 1,
      people: 0,
      deals: 1,
      companies: 2,
      money: 0,
      settings: 0,
    },
  });
  await fresh.close();
});

/** One that waits, one that waits to be taken back, and the payment of an exit of its shares. */
async function buildImports(
  db: TestApp["db"],
  { id: user_id, email, company_id }: { id: string; email: string; company_id: string },
  by: string,
): Promise<void> {
  const company = { id: company_id, name: "Alder" };
  const lot = { user_id, email, shares: 10, price: "1", cost_pence: 1000, scheme: null };
  const given = { company, proposed_by: by };
  const { id: import_id } = await buildHoldingImport(db, {
    ...given,
    confirmed_by: user_id,
    lots: [{ ...lot, happened_on: "2024-01-01" }],
  });
  await buildHoldingImport(db, { ...given, confirmed_by: null, lots: [{ ...lot, happened_on: "2024-01-02" }] });
  await db.insertInto("holding_import_undos").values({ import_id, proposed_by: by, because: "x" }).execute();
  const { id: exit_id } = await db
    .insertInto("exits")
    .values({
      company_id,
      kind: "dividend",
      happened_on: "2024-06-01",
      price: "1",
      costs_pence: 0,
      lots_sha256: "a".repeat(64),
      confirmed_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into exit_lines (exit_id, holding_id, shares, gross_pence, costs_pence)
    select ${exit_id}, id, 10, 1000, 0 from holdings where import_id = ${import_id}`.execute(db);
  await db
    .insertInto("exit_outside_payments")
    .values({ exit_id, paid_on: "2024-06-02", source: "x", recorded_by: by })
    .execute();
}

async function buildReport(db: TestApp["db"], asker_id: string, asked_id: string): Promise<void> {
  const asked = { asked_at: new Date(), expires_at: new Date("2100-01-01T10:00:00Z") };
  const { id: introduction_id } = await db
    .insertInto("introductions")
    .values({ asker_id, asked_id, message: "May I ask about your time at sea?", ...asked })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("introduction_reports").values({ introduction_id, reason: "It sells something." }).execute();
}

/** An offer that one has signed and the other has not, a bank's feed and a payment. */
async function buildUnconfirmed(db: TestApp["db"], by: string, other: string): Promise<void> {
  const { id: deal_id, version_id } = await buildDeal(db, { state: "preparing", author_id: by, panel: [by, other] });
  await db
    .insertInto("collection_accounts")
    .values({
      deal_id,
      account_name: "x",
      sort_code: "00-00-00",
      account_number: "00001234",
      bank: "x",
      partner: "x",
      entered_by: by,
    })
    .execute();
  await sql`insert into bank_feeds (deal_id, account_id, environment, bank_account_id, bank_category_id, entered_by)
    select deal_id, id, 'live', 'x', 'x', ${by} from collection_accounts where deal_id = ${deal_id}`.execute(db);
  const bank = await createBank(db, deal_id);
  await bank.move("unidentified", "2027-02-01", null, 1, [["2300", null, -1]]);
  await db
    .insertInto("outgoing_payments")
    .values({ deal_id, kind: "wire", amount_pence: 1, payee: "x", reason: "x", proposed_by: by })
    .execute();
  await sql`
    with list as (
      insert into acts (deal_id, kind, number, version_id, content, content_sha256, prepared_by, state, expires_at)
      select ${deal_id}, 'offer', 1, ${version_id}, act_content(${deal_id}, 'offer')::text, repeat('a', 64), ${by}, 'waiting',
             now() + interval '14 days' returning id)
    insert into act_signatures (act_id, user_id, name, capacity, takes_part_pence, method)
    select id, ${by}, 'An admin', 'admin', 0, 'password_and_code' from list`.execute(db);
}

/** One waits on a deal that is shown; three do not, and one waits on a deal that is not. */
async function buildQuestions(db: TestApp["db"]): Promise<void> {
  const { record_id } = await buildInvestor(db);
  const { id: deal_id } = await buildDeal(db);
  const waiting = await buildQuestion(db, { deal_id, record_id });
  await buildQuestion(db, { deal_id, record_id, answer: "Both were bought.", answered_at: new Date() });
  await buildQuestion(db, { deal_id, record_id, merged_into: waiting.id });
  await buildQuestion(db, { deal_id, record_id, declined_reason: "It is private." });
  await buildQuestion(db, { deal_id: (await buildDeal(db, { state: "completed" })).id, record_id });
}

async function buildStatements(db: TestApp["db"], states: readonly ("in_review" | "live")[]): Promise<void> {
  const [sample] = sampleStatementForms;
  if (!sample) throw new Error("no sample form");
  const form = { ...sample, content: JSON.stringify(sample.content), valid_from: "2020-01-01", sha256: "a".repeat(64) };
  const { id: form_id } = await db
    .insertInto("statement_forms")
    .values({ ...form, is_sample: true, signed_off_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const signed_at = new Date();
  for (const state of states) {
    const { id: user_id } = await buildPerson(db);
    const { id: record_id } = await db
      .insertInto("investor_records")
      .values({ user_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const live_from = state === "live" ? signed_at : null;
    await db
      .insertInto("statements")
      .values({ record_id, form_id, signed_at, live_from, state, page_sha256: "b".repeat(64) })
      .execute();
  }
}
